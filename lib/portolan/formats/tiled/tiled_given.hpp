// SPDX-License-Identifier: BSL-1.0
// What elements of Tiled's files say of terrain. Internal to the module.
#pragma once

#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace portolan {

/// The largest number of a tile.
inline constexpr std::int32_t kMaxGid = (1 << 28) - 1;

/// Whether an attribute or a property is true.
[[nodiscard]] bool is_true(std::string_view text) noexcept;
/// Whether an author says, in one of the ways that games do, that nobody gets through.
[[nodiscard]] bool is_blocking(const TiledElement& element);
/// Whether an author says in one of those ways that one does.
[[nodiscard]] bool is_opening(const TiledElement& element);

/// The terrain that the properties of an element give; nothing without `terrain` or one that blocks.
[[nodiscard]] std::optional<TiledTerrain> terrain_given(const TiledElement& element, std::string place);
/// The terrain of a tile by its class.
[[nodiscard]] std::optional<TiledTerrain> terrain_of_class(const TiledElement& tile, std::string place);
/// Gives tiles of `element`, a tileset that messages call `what`, which have no terrain yet, that of the terrain set
/// (wang set) in which they are of one colour all over: what the properties of the colour give, else its name. Those of
/// several colours are for a legend. Sets as Tiled wrote them before 1.5 are passed over. Errors (syntax), with file
/// and line: a tile or its colours are no numbers.
[[nodiscard]] Outcome add_wang_terrain(const TiledFile& file, const TiledElement& element, std::string_view what,
                                       TiledTileset& tileset);

}  // namespace portolan
