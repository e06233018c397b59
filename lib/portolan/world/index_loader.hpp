// SPDX-License-Identifier: BSL-1.0
// Finds the sections of an index of a graph and checks that they fit each other in size. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/hub_labels.hpp"
#include "portolan/world/section_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// Owners of an index are a profile with its waypoint graph, or the world (format::kNoProfile) with its board.
/// Nothing if the file has none for this owner. Error (corrupt) without the file's name.
[[nodiscard]] Result<std::optional<ContractionHierarchy>> load_hierarchy(const SectionTable& table,
                                                                         std::uint32_t profile, std::size_t nodes);
[[nodiscard]] Result<std::optional<HubLabels>> load_labels(const SectionTable& table, std::uint32_t profile,
                                                           std::size_t nodes);

}  // namespace portolan
