// SPDX-License-Identifier: BSL-1.0
// Everything a program needs that asks a built world for paths: link portolan::runtime and include this.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/status.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/core/version.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/board_query.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/query/corridor_query.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/nearest_query.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_smoother.hpp"
#include "portolan/query/placed_query.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"
