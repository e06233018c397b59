// SPDX-License-Identifier: BSL-1.0
// Writes TIFF files field by field, right or wrong on purpose, without libtiff (Adobe, TIFF Revision 6.0; BigTIFF).
#pragma once

#include "formats/deflate.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <zstd.h>

namespace portolan::test {

enum class TiffType : std::uint16_t { byte = 1, ascii = 2, two_bytes = 3, four_bytes = 4, eight_bytes = 16 };

inline std::size_t size_of(TiffType type) {
  switch (type) {
    case TiffType::byte:
    case TiffType::ascii:
      return 1;
    case TiffType::two_bytes:
      return 2;
    case TiffType::four_bytes:
      return 4;
    case TiffType::eight_bytes:
      return 8;
  }
  return 1;
}

struct TiffField {
  TiffType type = TiffType::two_bytes;
  std::vector<std::uint64_t> values = {};
  std::uint64_t count = 0;  ///< 0: as many as there are values
};

/// Fields by their tags.
using TiffFields = std::map<std::uint16_t, TiffField>;

/// The values of PhotometricInterpretation that are read.
enum class TiffColour : std::uint16_t { white_is_zero = 0, grey = 1, rgb = 2, palette = 3 };

/// The values of Compression that are read.
enum class TiffPacking : std::uint16_t {
  none = 1,
  lzw = 5,
  deflate = 8,
  old_deflate = 32946,
  packbits = 32773,
  zstd = 50000
};

/// A picture and how it is stored.
struct TiffPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int depth = 8;
  TiffColour colour = TiffColour::grey;
  unsigned channels = 1;                    ///< a pixel
  std::vector<unsigned> samples = {};       ///< row by row
  std::vector<std::uint64_t> palette = {};  ///< of 16 bits: all reds, all greens, all blues
  std::uint32_t rows_per_strip = 0;         ///< 0: all; of tiles nothing
  std::uint32_t tile_width = 0;             ///< 0: strips
  std::uint32_t tile_height = 0;
  TiffPacking packing = TiffPacking::none;
  bool packs_across_rows = false;  ///< PackBits, against the rules
  bool predicts = false;           ///< horizontal differences
  bool low_bits_first = false;
  TiffFields fields = {};  ///< besides those that follow from the above, or instead of them
};

struct TiffOrder {
  bool is_big_endian = false;
  bool is_big_tiff = false;
};

/// Bytes of numbers in the order of a file.
class TiffText {
 public:
  explicit TiffText(bool is_big_endian) : is_big_endian_(is_big_endian) {}
  [[nodiscard]] std::string number(std::uint64_t value, std::size_t size) const {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
    if (is_big_endian_) std::reverse(bytes.begin(), bytes.end());
    return bytes;
  }

 private:
  bool is_big_endian_;
};

inline std::string tiff_packbits(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const auto run = std::min<std::size_t>({bytes.find_first_not_of(bytes.front()), bytes.size(), 128});
    if (run >= 2) {
      out += static_cast<char>(1 - static_cast<int>(run));
      out += bytes.front();
      bytes.remove_prefix(run);
      continue;
    }
    const auto size = std::min<std::size_t>(bytes.size(), 5);
    out += static_cast<char>(size - 1);
    out += bytes.substr(0, size);
    bytes.remove_prefix(size);
  }
  return out;
}

/// Every byte as a code of its own, with the table cleared before codes grow longer than 9 bits.
inline std::string tiff_lzw(std::string_view bytes) {
  constexpr unsigned kClear = 256;
  constexpr unsigned kEnd = 257;
  constexpr std::size_t kCodesPerTable = 200;
  std::string out;
  unsigned bits = 0;
  int filled = 0;
  const auto put = [&](unsigned code) {
    bits = bits << 9 | code;
    for (filled += 9; filled >= 8; filled -= 8) out += static_cast<char>(bits >> (filled - 8) & 0xff);
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % kCodesPerTable == 0) put(kClear);
    put(static_cast<unsigned char>(bytes[i]));
  }
  put(kEnd);
  if (filled > 0) out += static_cast<char>(bits << (8 - filled) & 0xff);
  return out;
}

inline std::string tiff_zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("zstd does not pack");
  out.resize(size);
  return out;
}

inline std::string tiff_packed(std::string_view bytes, TiffPacking packing) {
  switch (packing) {
    case TiffPacking::none:
      break;
    case TiffPacking::lzw:
      return tiff_lzw(bytes);
    case TiffPacking::deflate:
    case TiffPacking::old_deflate:
      return deflated(bytes);
    case TiffPacking::packbits:
      return tiff_packbits(bytes);
    case TiffPacking::zstd:
      return tiff_zstd(bytes);
  }
  return std::string(bytes);
}

/// The samples of a strip or tile as stored; what lies outside of the picture is noise.
inline std::string tiff_piece(const TiffPicture& picture, std::uint32_t left, std::uint32_t top, std::uint32_t width,
                              std::uint32_t height, bool is_big_endian) {
  const TiffText text(is_big_endian);
  std::string bytes;
  std::string stored;
  for (std::uint32_t y = top; y < top + height; ++y) {
    std::vector<unsigned> row;
    for (std::uint32_t x = left; x < left + width; ++x) {
      for (unsigned c = 0; c < picture.channels; ++c) {
        const std::size_t i = (std::size_t{y} * picture.width + x) * picture.channels + c;
        const bool is_inside = x < picture.width && y < picture.height && i < picture.samples.size();
        row.push_back(is_inside ? picture.samples[i] : (x * 7 + y * 3 + c) & ((1U << picture.depth) - 1));
      }
    }
    if (picture.predicts) {
      for (std::size_t i = row.size(); i-- > picture.channels;)
        row[i] = (row[i] - row[i - picture.channels]) & ((1U << picture.depth) - 1);
    }
    unsigned bits = 0;
    int filled = 0;
    for (const unsigned sample : row) {
      if (picture.depth == 16) {
        bytes += text.number(sample, 2);
        continue;
      }
      bits = bits << picture.depth | sample;
      for (filled += picture.depth; filled >= 8; filled -= 8) bytes += static_cast<char>(bits >> (filled - 8) & 0xff);
    }
    if (filled > 0) bytes += static_cast<char>(bits << (8 - filled) & 0xff);
    if (picture.packing == TiffPacking::packbits && !picture.packs_across_rows) {
      stored += tiff_packbits(bytes);
      bytes.clear();
    }
  }
  stored += tiff_packed(bytes, picture.packing);
  if (picture.low_bits_first) {
    for (char& c : stored) {
      unsigned turned = 0;
      for (unsigned bit = 0; bit < 8; ++bit) turned |= (static_cast<unsigned char>(c) >> bit & 1U) << (7 - bit);
      c = static_cast<char>(turned);
    }
  }
  return stored;
}

/// Adds directories with their pictures to a file: in front of the pixels, so that a file that is cut lacks these.
class TiffWriter {
 public:
  explicit TiffWriter(TiffOrder order = {})
      : order_(order), text_(order.is_big_endian), bytes_(order.is_big_endian ? "MM" : "II") {
    bytes_ += text_.number(order.is_big_tiff ? 43 : 42, 2);
    if (order.is_big_tiff) bytes_ += text_.number(8, 2) + text_.number(0, 2);
    link_ = bytes_.size();
    bytes_ += text_.number(0, word());
  }

  void add(const TiffPicture& picture) {
    const bool is_tiled = picture.tile_width > 0;
    const std::uint32_t rows = is_tiled                     ? picture.tile_height
                               : picture.rows_per_strip > 0 ? picture.rows_per_strip
                                                            : picture.height;
    const std::uint32_t columns = is_tiled ? picture.tile_width : picture.width;
    std::vector<std::string> pieces;
    for (std::uint32_t y = 0; y < picture.height; y += rows) {
      const std::uint32_t height = is_tiled ? rows : std::min(rows, picture.height - y);
      for (std::uint32_t x = 0; x < picture.width; x += columns)
        pieces.push_back(tiff_piece(picture, x, y, columns, height, order_.is_big_endian));
    }
    const auto number = [](std::uint64_t value, TiffType type = TiffType::four_bytes) {
      return TiffField{type, {value}};
    };
    const TiffType place = order_.is_big_tiff ? TiffType::eight_bytes : TiffType::four_bytes;
    TiffFields fields{
        {256, number(picture.width)},
        {257, number(picture.height)},
        {258,
         {TiffType::two_bytes,
          std::vector<std::uint64_t>(picture.channels, static_cast<std::uint64_t>(picture.depth))}},
        {259, number(static_cast<std::uint64_t>(picture.packing), TiffType::two_bytes)},
        {262, number(static_cast<std::uint64_t>(picture.colour), TiffType::two_bytes)},
        {277, number(picture.channels, TiffType::two_bytes)},
        {is_tiled ? std::uint16_t{324} : std::uint16_t{273}, {place, std::vector<std::uint64_t>(pieces.size(), 0)}},
        {is_tiled ? std::uint16_t{325} : std::uint16_t{279}, {place, {}}}};
    for (const std::string& piece : pieces) fields[is_tiled ? 325 : 279].values.push_back(piece.size());
    if (is_tiled) {
      fields[322] = number(picture.tile_width);
      fields[323] = number(picture.tile_height);
    } else {
      fields[278] = number(rows);
    }
    if (!picture.palette.empty()) fields[320] = {TiffType::two_bytes, picture.palette};
    if (picture.predicts) fields[317] = number(2, TiffType::two_bytes);
    if (picture.low_bits_first) fields[266] = number(2, TiffType::two_bytes);
    const unsigned usual = picture.colour == TiffColour::rgb ? 3 : 1;
    if (picture.channels > usual)
      fields[338] = {TiffType::two_bytes, std::vector<std::uint64_t>(picture.channels - usual, 2)};
    for (const auto& [tag, field] : picture.fields) {
      fields[tag] = field;
      if (field.values.empty()) fields.erase(tag);
    }
    const std::uint16_t offsets = is_tiled ? 324 : 273;
    if (!picture.fields.contains(offsets)) {
      std::uint64_t at = bytes_.size() + directory(fields, bytes_.size()).size();
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        fields[offsets].values[i] = at;
        at += pieces[i].size();
      }
    }
    add_directory(fields);
    for (const std::string& piece : pieces) bytes_ += piece;
  }

  /// Adds a directory of these fields alone, which the one before leads to.
  void add_directory(const TiffFields& fields) {
    bytes_.replace(link_, word(), text_.number(bytes_.size(), word()));
    link_ = bytes_.size() + (order_.is_big_tiff ? 8 + 20 * fields.size() : 2 + 12 * fields.size());
    bytes_ += directory(fields, bytes_.size());
  }
  /// Lets the last directory lead to an offset.
  void lead_to(std::uint64_t offset) { bytes_.replace(link_, word(), text_.number(offset, word())); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  [[nodiscard]] std::size_t word() const { return order_.is_big_tiff ? 8 : 4; }

  [[nodiscard]] std::string directory(const TiffFields& fields, std::uint64_t at) const {
    std::string entries = text_.number(fields.size(), order_.is_big_tiff ? 8 : 2);
    const std::uint64_t behind = at + entries.size() + fields.size() * (4 + 2 * word()) + word();
    std::string values;
    for (const auto& [tag, field] : fields) {
      std::string bytes;
      for (const std::uint64_t value : field.values) bytes += text_.number(value, size_of(field.type));
      entries += text_.number(tag, 2) + text_.number(static_cast<std::uint64_t>(field.type), 2) +
                 text_.number(field.count == 0 ? field.values.size() : field.count, word());
      if (bytes.size() <= word()) {
        entries += bytes + std::string(word() - bytes.size(), '\0');
      } else {
        entries += text_.number(behind + values.size(), word());
        values += bytes;
      }
    }
    return entries + text_.number(0, word()) + values;
  }

  TiffOrder order_;
  TiffText text_;
  std::string bytes_;
  std::size_t link_ = 0;  ///< where the offset of the next directory belongs
};

/// A file of one picture.
inline std::string tiff(const TiffPicture& picture, TiffOrder order = {}) {
  TiffWriter writer(order);
  writer.add(picture);
  return writer.bytes();
}

}  // namespace portolan::test
