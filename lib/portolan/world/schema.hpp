// SPDX-License-Identifier: BSL-1.0
// All sections that a world file may have. What one holds its struct says (core/array_store.hpp); the list of structs
// is in schema.cpp.
#pragma once

#include "portolan/core/section_kind.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace portolan {

/// How often a file may have a section for one owner.
enum class Repeated : std::uint8_t {
  no,              ///< once
  by_direction,    ///< of a directed graph a second time, with format::kBackwardLevel
  by_region_level  ///< for every region level
};

struct SectionSchema {
  SectionKind kind{};
  std::string_view group;  ///< map, profile, dead_ends, regions, planes, waypoints, ch, labels, blocks, board or areas
  std::vector<std::size_t> element_sizes;  ///< bytes; one of them
  Repeated repeated = Repeated::no;
};

/// Ascending by kind.
[[nodiscard]] std::span<const SectionSchema> world_schema();

/// What is known of a kind; nullptr for kinds that this version does not know.
[[nodiscard]] const SectionSchema* find_schema(std::uint32_t kind);

}  // namespace portolan
