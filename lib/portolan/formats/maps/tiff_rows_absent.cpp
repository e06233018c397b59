// SPDX-License-Identifier: BSL-1.0
// The side of tiff_rows.hpp without libtiff.
#include "portolan/formats/maps/tiff_rows.hpp"

#include <fmt/format.h>

namespace portolan {

bool reads_tiff() noexcept {
  return false;
}

Outcome decode_tiff_rows(const TiffBytes&, std::string_view name, std::uint64_t,
                         const std::function<Outcome(const PictureSize&, std::uint64_t)>&,
                         const std::function<Outcome(const PixelRow&)>&) {
  return Error{ErrorCode::unsupported, fmt::format("{}: this build of portolan reads no TIFF pictures: it was made "
                                                   "without libtiff 4.5 (Debian's package libtiff-dev)",
                                                   name)};
}

}  // namespace portolan
