// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/picture_file.hpp"

#include "portolan/formats/maps/png_rows.hpp"
#include "portolan/formats/maps/tiff_map.hpp"

namespace portolan {

Outcome decode_picture_rows(std::span<const std::byte> bytes, std::string_view name, std::uint64_t memory,
                            const std::function<Outcome(const PictureSize&)>& begin,
                            const std::function<Outcome(const PixelRow&)>& take) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (starts_like_tiff(text)) {
    return decode_tiff_rows(
        tiff_bytes(bytes), name, memory, [&](const PictureSize& size, std::uint64_t) { return begin(size); }, take);
  }
  return decode_png_rows(
      bytes, name,
      [&](const PictureSize& size) -> Outcome {
        if (Outcome fits = check_picture(name, size, 0, memory); !fits) return fits;
        return begin(size);
      },
      take);
}

}  // namespace portolan
