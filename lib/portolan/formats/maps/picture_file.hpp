// SPDX-License-Identifier: BSL-1.0
// Pictures of either format, told by their first bytes, as rows of colours.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/maps/picture_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace portolan {

/// Decodes a TIFF as decode_tiff_rows does, and anything else as decode_png_rows does; `name` stands for it in errors.
/// Calls `begin` once, after checking that what decoding takes besides the bytes fits `memory`, then `take` until every
/// pixel came once; or until one fails. Errors: those of either; limit (more than fits `memory`).
Outcome decode_picture_rows(std::span<const std::byte> bytes, std::string_view name, std::uint64_t memory,
                            const std::function<Outcome(const PictureSize&)>& begin,
                            const std::function<Outcome(const PixelRow&)>& take);

}  // namespace portolan
