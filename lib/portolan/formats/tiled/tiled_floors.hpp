// SPDX-License-Identifier: BSL-1.0
// Which groups of a Tiled map are its floors. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace portolan {

/// The floors of a map, by number.
struct TiledFloors {
  std::vector<std::string> names;                   ///< of their groups, lowest first
  std::map<std::size_t, std::int32_t> of_children;  ///< by the number of the group in its map's outermost element

  /// The floor of what lies in a child of the outermost element; nothing for what is in no floor's group.
  [[nodiscard]] std::optional<std::int32_t> find(std::size_t child) const;
};

/// Finds the floors of a map, lowest first; none if no group says that it is one. A group at the top is a floor if its
/// class, or its property `portolan`, is `floor`, or if its property `floor` is a whole number or true. Floors lie as
/// their groups do, the lowest layer of the editor (the first of the file) is the lowest floor; or, where all of them
/// have a number, by it, whatever the numbers are.
///
/// Errors, with file, line and group: syntax (another value of `portolan`; `floor` is no number though the class says
/// floor; numbers for some floors alone, or the same twice; a floor within a group). O(groups log groups).
Result<TiledFloors> floors_of(const TiledElement& root, const TiledFile& file);

}  // namespace portolan
