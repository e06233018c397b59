// SPDX-License-Identifier: BSL-1.0
// Which tiles of a tileset are blocked by the shapes that its author drew over them, as for a physics engine. Internal
// to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"

#include <cstdint>
#include <string>

namespace portolan {

/// Where a tile of a map lies in the picture of a tile, which stands on its lower left corner.
struct TiledCell {
  enum class Form : std::uint8_t { box, diamond };

  double width = 1;   ///< pixels
  double height = 1;  ///< pixels
  Form form = Form::box;
  friend bool operator==(const TiledCell&, const TiledCell&) = default;
};

/// The cell of a map, by its outermost element: a diamond on isometric and staggered maps. Error (syntax): its tiles
/// have no size.
Result<TiledCell> cell_of(const TiledFile& file, const TiledElement& root);

/// Whether a tile of a tileset has shapes: objects other than points, lines, texts and capsules count.
[[nodiscard]] bool has_shapes(const TiledElement& tile) noexcept;

/// Whether the shapes of a tile, all together, hold the middle of the cell or five eighths of it, by 16 x 16 points
/// that lie evenly in the cell: the four in the middle, or 160 of all, so that half a cell, cut in whichever way, is
/// not enough. Errors, with file and line: those of outline_of, syntax (a corner that is too far out).
Result<bool> is_covered(const TiledFile& file, const TiledElement& tileset, const TiledElement& tile,
                        const TiledCell& cell, const std::string& what);

}  // namespace portolan
