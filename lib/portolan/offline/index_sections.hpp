// SPDX-License-Identifier: BSL-1.0
// Indexes as sections of a file. Internal to the module.
#pragma once

#include "portolan/offline/contraction.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/world_image.hpp"

#include <cstdint>

namespace portolan {

/// Adds a contraction hierarchy. `profile` owns its graph; format::kNoProfile stands for the board.
void add_hierarchy(WorldImage& image, std::uint32_t profile, Contraction hierarchy);
/// Adds hub labels. `profile` owns their graph; format::kNoProfile stands for the board.
void add_labels(WorldImage& image, std::uint32_t profile, LabelArrays labels);

}  // namespace portolan
