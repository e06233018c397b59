// SPDX-License-Identifier: BSL-1.0
// The side of tiff_rows.hpp by libtiff. The directory is looked over in full before any pixel is decoded, as libtiff
// allocates what a file asks for.
#include "portolan/core/geometry.hpp"
#include "portolan/formats/maps/tiff_rows.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tiffio.h>

namespace portolan {
namespace {

/// What libtiff may allocate at once where little memory is given: enough for the fields of any usual picture.
constexpr std::uint64_t kLeastSingleBytes = std::uint64_t{1} << 24;
/// What the fields of one directory may have beside as many bytes as the file.
constexpr std::uint64_t kFieldSlack = std::uint64_t{1} << 16;
/// The most bytes that the fields of one directory may have.
constexpr std::uint64_t kMaxFieldBytes = std::uint64_t{1} << 29;
/// The window that a Zstandard decoder takes at most.
constexpr std::uint64_t kZstdWindow = std::uint64_t{1} << 27;
/// What libtiff keeps of each strip or tile: its offset and its length.
constexpr std::uint64_t kBytesPerPiece = 16;

/// Renders a message of libtiff as one line.
template <std::size_t size>
void render(std::array<char, size>& text, const char* format, std::va_list arguments) {
  (void)std::vsnprintf(text.data(), text.size(), format, arguments);
  for (char& c : text) {
    if (c > 0 && c < ' ') c = ' ';
  }
}

/// libtiff's handle of a file that is read through TiffBytes. What libtiff says of errors stays here.
class TiffReader {
 public:
  TiffReader(const TiffBytes& file, std::uint64_t memory) : file_(file), memory_(memory) {
    allow_fields();
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   &TIFFOpenOptionsFree);
    if (!options) return;
    const std::uint64_t single = std::clamp(memory, kLeastSingleBytes, kMaxTiffPieceBytes);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(single));
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), &on_error, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), &on_warning, this);
    // Without mapping, and with a single uncompressed strip taken for many.
    tiff_ = TIFFClientOpenExt("the file", "rmC", this, &read, &write, &seek, &close, &size, nullptr, nullptr,
                              options.get());
  }
  TiffReader(const TiffReader&) = delete;
  TiffReader& operator=(const TiffReader&) = delete;
  ~TiffReader() {
    if (tiff_ != nullptr) TIFFClose(tiff_);
  }

  /// Null if the file could not be opened.
  [[nodiscard]] TIFF* get() const noexcept { return tiff_; }
  /// Forgets what libtiff said, and lets it read as many bytes as the fields of one directory may have.
  void allow_fields() noexcept {
    reason_.front() = 0;
    allowed_ = std::min({file_.size + kFieldSlack, kMaxFieldBytes, std::max(memory_, kLeastSingleBytes)});
  }
  /// Forgets what libtiff said, and lets it read what it likes: its buffers are known by now.
  void allow_pixels() noexcept {
    reason_.front() = 0;
    warning_.front() = 0;
    allowed_ = std::numeric_limits<std::uint64_t>::max();
  }
  /// Whether bytes could not be read or were not allowed, which libtiff passes over where a field can be done without.
  [[nodiscard]] bool lacks_bytes() const noexcept { return fault_.has_value() || exhausted_; }
  /// Whether libtiff warned since pixels were allowed.
  [[nodiscard]] bool has_warned() const noexcept { return warning_.front() != 0; }
  /// Why libtiff gave up.
  [[nodiscard]] Error failure(std::string_view name) const {
    if (fault_) return *fault_;
    const char* const reason = exhausted_              ? "the fields of a directory hold too many bytes"
                               : reason_.front() != 0  ? reason_.data()
                               : warning_.front() != 0 ? warning_.data()
                                                       : "not enough memory";
    return {ErrorCode::syntax, fmt::format("{}: {}", name, reason)};
  }
  /// The value of a field of the current directory, or the one that the format gives it where it is absent.
  template <class T>
  [[nodiscard]] std::optional<T> field(ttag_t tag) const {
    T value{};
    if (TIFFGetFieldDefaulted(tiff_, tag, &value) != 1) return std::nullopt;
    return value;
  }

 private:
  static TiffReader& of(thandle_t handle) { return *static_cast<TiffReader*>(handle); }
  static tmsize_t read(thandle_t handle, void* out, tmsize_t wanted) noexcept {
    TiffReader& self = of(handle);
    const std::uint64_t there = self.file_.size - std::min(self.file_.size, self.at_);
    const std::uint64_t bytes = std::min(there, static_cast<std::uint64_t>(std::max<tmsize_t>(wanted, 0)));
    if (bytes > self.allowed_) {
      self.exhausted_ = true;
      return 0;
    }
    if (bytes == 0) return 0;
    try {
      const std::span piece(static_cast<std::byte*>(out), static_cast<std::size_t>(bytes));
      if (const Outcome done = self.file_.read(self.at_, piece); !done) {
        if (!self.fault_) self.fault_ = done.error();
        return 0;
      }
    } catch (...) {  // nothing may pass through libtiff
      return 0;
    }
    self.allowed_ -= bytes;
    self.at_ += bytes;
    return static_cast<tmsize_t>(bytes);
  }
  static tmsize_t write(thandle_t, void*, tmsize_t) noexcept { return 0; }
  static toff_t seek(thandle_t handle, toff_t offset, int whence) noexcept {
    TiffReader& self = of(handle);
    const std::uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self.at_ : self.file_.size;
    self.at_ = base + offset;
    return self.at_;
  }
  static int close(thandle_t) noexcept { return 0; }
  static toff_t size(thandle_t handle) noexcept { return of(handle).file_.size; }
  /// Keeps the first message, which is nearest to the cause; returns that libtiff's own handlers are not wanted.
  static int on_error(TIFF*, void* user, const char*, const char* format, std::va_list arguments) {
    auto& self = *static_cast<TiffReader*>(user);
    if (self.reason_.front() == 0) render(self.reason_, format, arguments);
    return 1;
  }
  /// Keeps the last message, which may be all that libtiff says of the cause.
  static int on_warning(TIFF*, void* user, const char*, const char* format, std::va_list arguments) {
    render(static_cast<TiffReader*>(user)->warning_, format, arguments);
    return 1;
  }

  const TiffBytes& file_;
  std::uint64_t memory_;
  std::uint64_t at_ = 0;
  std::uint64_t allowed_ = 0;       ///< bytes that may yet be read
  bool exhausted_ = false;          ///< whether more was wanted than was allowed
  std::optional<Error> fault_;      ///< the first of file_
  std::array<char, 256> reason_{};  ///< ended by 0, and so is the other
  std::array<char, 256> warning_{};
  TIFF* tiff_ = nullptr;
};

/// How the samples of a picture are stored.
struct TiffLayout {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t bits = 0;     ///< a sample
  std::uint16_t samples = 0;  ///< a pixel
  std::uint16_t photometric = 0;
  std::uint16_t compression = 0;
  std::vector<Colour> colours = {};  ///< by the first 8 bits of the only sample that counts; empty of RGB
  bool is_tiled = false;
  std::uint32_t piece_width = 0;   ///< of a tile, or of a row of a strip
  std::uint32_t piece_height = 0;  ///< of a tile; 1 of strips
  std::size_t row_bytes = 0;       ///< of a row of a piece

  [[nodiscard]] std::size_t piece_bytes() const noexcept { return row_bytes * piece_height; }
};

/// A value of a field, as people know it.
struct TiffTerm {
  std::uint16_t value;
  std::string_view name;
};

constexpr std::array kCompressions{TiffTerm{COMPRESSION_CCITTRLE, "CCITT RLE"},
                                   TiffTerm{COMPRESSION_CCITTFAX3, "CCITT Group 3"},
                                   TiffTerm{COMPRESSION_CCITTFAX4, "CCITT Group 4"},
                                   TiffTerm{COMPRESSION_OJPEG, "JPEG"},
                                   TiffTerm{COMPRESSION_JPEG, "JPEG"},
                                   TiffTerm{COMPRESSION_LZMA, "LZMA"},
                                   TiffTerm{COMPRESSION_JP2000, "JPEG 2000"},
                                   TiffTerm{COMPRESSION_LERC, "LERC"},
                                   TiffTerm{COMPRESSION_WEBP, "WebP"},
                                   TiffTerm{COMPRESSION_JXL, "JPEG XL"}};
constexpr std::array kPhotometrics{TiffTerm{PHOTOMETRIC_MASK, "a mask"},    TiffTerm{PHOTOMETRIC_SEPARATED, "CMYK"},
                                   TiffTerm{PHOTOMETRIC_YCBCR, "YCbCr"},    TiffTerm{PHOTOMETRIC_CIELAB, "CIE Lab"},
                                   TiffTerm{PHOTOMETRIC_ICCLAB, "ICC Lab"}, TiffTerm{PHOTOMETRIC_ITULAB, "ITU Lab"},
                                   TiffTerm{PHOTOMETRIC_LOGL, "LogL"},      TiffTerm{PHOTOMETRIC_LOGLUV, "LogLuv"}};
constexpr std::array kSampleFormats{
    TiffTerm{SAMPLEFORMAT_INT, "signed integers"}, TiffTerm{SAMPLEFORMAT_IEEEFP, "floating point"},
    TiffTerm{SAMPLEFORMAT_VOID, "undefined"}, TiffTerm{SAMPLEFORMAT_COMPLEXINT, "complex integers"},
    TiffTerm{SAMPLEFORMAT_COMPLEXIEEEFP, "complex numbers"}};
constexpr std::array kOrientations{
    TiffTerm{ORIENTATION_TOPRIGHT, "top-right"},  TiffTerm{ORIENTATION_BOTRIGHT, "bottom-right"},
    TiffTerm{ORIENTATION_BOTLEFT, "bottom-left"}, TiffTerm{ORIENTATION_LEFTTOP, "left-top"},
    TiffTerm{ORIENTATION_RIGHTTOP, "right-top"},  TiffTerm{ORIENTATION_RIGHTBOT, "right-bottom"},
    TiffTerm{ORIENTATION_LEFTBOT, "left-bottom"}};

/// The number of a value, with its name where there is one.
std::string term_of(std::span<const TiffTerm> terms, std::uint16_t value) {
  const auto found =
      std::find_if(terms.begin(), terms.end(), [&](const TiffTerm& term) { return term.value == value; });
  return found == terms.end() ? fmt::format("{}", value) : fmt::format("{} ({})", value, found->name);
}

/// How many bytes of samples may come out of one stored byte; 0 for compressions that are not read.
std::uint64_t expansion_of(std::uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 64;
    case COMPRESSION_LZW:
      return 4096;
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
      return 1032;
    case COMPRESSION_ZSTD:
      return std::uint64_t{1} << 15;
    default:
      return 0;
  }
}

/// Looks over the directory of a file, and decodes its picture.
class TiffDecoder {
 public:
  TiffDecoder(const TiffBytes& file, std::string_view name, std::uint64_t memory)
      : file_(file), name_(name), memory_(memory), reader_(file, memory) {}

  Outcome decode(const std::function<Outcome(const PictureSize&, std::uint64_t)>& begin,
                 const std::function<Outcome(const PixelRow&)>& take) {
    if (reader_.get() == nullptr || reader_.lacks_bytes()) return reader_.failure(name_);
    for (const auto step : {&TiffDecoder::find_size, &TiffDecoder::find_coding, &TiffDecoder::find_samples,
                            &TiffDecoder::find_pieces, &TiffDecoder::check_directories}) {
      if (Outcome done = (this->*step)(); !done) return done;
    }
    std::uint64_t need = 0;
    if (Outcome done = check_pieces(need); !done) return done;
    const std::string_view what = layout_.is_tiled ? "its tiles" : "its strips";
    if (Outcome fits = check_memory(name_, what, need, memory_); !fits) return fits;
    const PictureSize size{static_cast<std::int32_t>(layout_.width), static_cast<std::int32_t>(layout_.height)};
    if (Outcome begun = begin(size, memory_ - need); !begun) return begun;
    samples_.resize(layout_.piece_bytes());
    rgb_.resize(std::size_t{3} * std::min(layout_.width, layout_.piece_width));
    reader_.allow_pixels();
    return layout_.is_tiled ? decode_tiles(take) : decode_strips(take);
  }

 private:
  [[nodiscard]] Error error(ErrorCode code, std::string_view reason) const {
    return {code, fmt::format("{}: {}", name_, reason)};
  }
  [[nodiscard]] Error unsupported(std::string_view reason) const { return error(ErrorCode::unsupported, reason); }

  Outcome find_size() {
    const auto width = reader_.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH);
    const auto height = reader_.field<std::uint32_t>(TIFFTAG_IMAGELENGTH);
    if (!width || !height || *width == 0 || *height == 0)
      return error(ErrorCode::syntax, "a picture without width or height");
    if (*width > kMaxSide || *height > kMaxSide) {
      return error(ErrorCode::limit,
                   fmt::format("a picture of {}x{} pixels; sides may be up to {}", *width, *height, kMaxSide));
    }
    layout_.width = *width;
    layout_.height = *height;
    for (const ttag_t tag : std::array<ttag_t, 2>{TIFFTAG_IMAGEDEPTH, TIFFTAG_TILEDEPTH}) {
      const std::uint32_t depth = reader_.field<std::uint32_t>(tag).value_or(1);
      if (depth != 1) return unsupported(fmt::format("a picture of depth {}; read are those of depth 1", depth));
    }
    return Success{};
  }

  Outcome find_coding() {
    layout_.compression = reader_.field<std::uint16_t>(TIFFTAG_COMPRESSION).value_or(COMPRESSION_NONE);
    if (expansion_of(layout_.compression) == 0) {
      return unsupported(fmt::format("Compression is {}; read are none, PackBits, LZW, Deflate and Zstandard",
                                     term_of(kCompressions, layout_.compression)));
    }
    if (TIFFIsCODECConfigured(layout_.compression) == 0) {
      return unsupported(
          fmt::format("Compression is {}, which the libtiff of this system does not read", layout_.compression));
    }
    const auto format = reader_.field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT).value_or(SAMPLEFORMAT_UINT);
    if (format != SAMPLEFORMAT_UINT) {
      return unsupported(
          fmt::format("SampleFormat is {}; read are unsigned integers", term_of(kSampleFormats, format)));
    }
    const auto orientation = reader_.field<std::uint16_t>(TIFFTAG_ORIENTATION).value_or(ORIENTATION_TOPLEFT);
    if (orientation != ORIENTATION_TOPLEFT) {
      return unsupported(
          fmt::format("Orientation is {}; read are pictures that begin top-left", term_of(kOrientations, orientation)));
    }
    return Success{};
  }

  Outcome find_samples() {
    std::uint16_t photometric = 0;
    if (TIFFGetField(reader_.get(), TIFFTAG_PHOTOMETRIC, &photometric) != 1)
      return error(ErrorCode::syntax, "no PhotometricInterpretation, which says what its samples are");
    layout_.photometric = photometric;
    layout_.bits = reader_.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE).value_or(1);
    layout_.samples = reader_.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL).value_or(1);
    const bool is_rgb = photometric == PHOTOMETRIC_RGB;
    const bool is_palette = photometric == PHOTOMETRIC_PALETTE;
    if (!is_rgb && !is_palette && photometric != PHOTOMETRIC_MINISBLACK && photometric != PHOTOMETRIC_MINISWHITE) {
      return unsupported(fmt::format("PhotometricInterpretation is {}; read are grey, palette and RGB",
                                     term_of(kPhotometrics, photometric)));
    }
    const std::uint16_t least = is_rgb ? 3 : 1;
    if (layout_.samples != least && layout_.samples != least + 1) {
      return unsupported(
          fmt::format("SamplesPerPixel is {}; read are {} or {} of such a picture", layout_.samples, least, least + 1));
    }
    const bool is_byte = layout_.bits == 8;
    const bool is_wide = layout_.bits == 16 && !is_palette;
    const bool is_packed = layout_.samples == 1 && (layout_.bits == 1 || layout_.bits == 2 || layout_.bits == 4);
    if (!is_byte && !is_wide && !is_packed) {
      return unsupported(fmt::format("BitsPerSample is {}; read are {} of such a picture", layout_.bits,
                                     layout_.samples > 1 ? (is_palette ? "8" : "8 and 16")
                                                         : (is_palette ? "1, 2, 4 and 8" : "1, 2, 4, 8 and 16")));
    }
    const auto planes = reader_.field<std::uint16_t>(TIFFTAG_PLANARCONFIG).value_or(PLANARCONFIG_CONTIG);
    if (planes != PLANARCONFIG_CONTIG && layout_.samples > 1) {
      return unsupported(
          fmt::format("PlanarConfiguration is {}; read are pictures whose samples lie beside each other (1)", planes));
    }
    if (is_rgb) return Success{};
    return is_palette ? find_palette() : find_greys();
  }

  Outcome find_greys() {
    const std::uint32_t most = (1U << std::min<std::uint32_t>(layout_.bits, 8)) - 1;
    for (std::uint32_t level = 0; level <= most; ++level) {
      const std::uint32_t grey = level * (255 / most);
      layout_.colours.push_back((layout_.photometric == PHOTOMETRIC_MINISWHITE ? 255 - grey : grey) * 0x010101U);
    }
    return Success{};
  }

  Outcome find_palette() {
    std::uint16_t* red = nullptr;
    std::uint16_t* green = nullptr;
    std::uint16_t* blue = nullptr;
    if (TIFFGetField(reader_.get(), TIFFTAG_COLORMAP, &red, &green, &blue) != 1)
      return error(ErrorCode::syntax, "a palette picture without a ColorMap");
    const std::array<const std::uint16_t*, 3> maps{red, green, blue};
    const std::size_t size = std::size_t{1} << layout_.bits;
    const bool is_byte = std::all_of(maps.begin(), maps.end(), [&](const std::uint16_t* map) {
      return std::all_of(map, map + size, [](std::uint16_t value) { return value < 256; });
    });
    // Some programs write the numbers of 8 bits where those of 16 belong.
    const int shift = is_byte ? 0 : 8;
    for (std::size_t i = 0; i < size; ++i) {
      layout_.colours.push_back(static_cast<Colour>(maps[0][i] >> shift) << 16 |
                                static_cast<Colour>(maps[1][i] >> shift) << 8 |
                                static_cast<Colour>(maps[2][i] >> shift));
    }
    return Success{};
  }

  Outcome find_pieces() {
    TIFF* const tiff = reader_.get();
    const std::uint64_t bits = std::uint64_t{layout_.bits} * layout_.samples;
    const std::uint64_t pixel_bytes = std::uint64_t{layout_.width} * layout_.height * bits / 8;
    if (pixel_bytes / expansion_of(layout_.compression) > file_.size) {
      return error(ErrorCode::syntax,
                   fmt::format("{}x{} pixels cannot come out of {} bytes", layout_.width, layout_.height, file_.size));
    }
    layout_.is_tiled = TIFFIsTiled(tiff) != 0;
    layout_.piece_width = layout_.width;
    layout_.piece_height = 1;
    if (layout_.is_tiled) {
      layout_.piece_width = reader_.field<std::uint32_t>(TIFFTAG_TILEWIDTH).value_or(0);
      layout_.piece_height = reader_.field<std::uint32_t>(TIFFTAG_TILELENGTH).value_or(0);
      if (layout_.piece_width == 0 || layout_.piece_height == 0)
        return error(ErrorCode::syntax, "tiles without width or height");
      if (layout_.piece_width > kMaxSide || layout_.piece_height > kMaxSide) {
        return error(ErrorCode::limit, fmt::format("tiles of {}x{} pixels; sides may be up to {}", layout_.piece_width,
                                                   layout_.piece_height, kMaxSide));
      }
    }
    const std::uint64_t row_bytes = (layout_.piece_width * bits + 7) / 8;
    if (row_bytes * layout_.piece_height > kMaxTiffPieceBytes) {
      return error(ErrorCode::limit,
                   fmt::format("tiles of {}x{} pixels, which are {} bytes; they may have up to {}", layout_.piece_width,
                               layout_.piece_height, row_bytes * layout_.piece_height, kMaxTiffPieceBytes));
    }
    layout_.row_bytes = static_cast<std::size_t>(row_bytes);
    const std::uint64_t own = layout_.is_tiled ? TIFFTileSize64(tiff) : TIFFScanlineSize64(tiff);
    if (own != layout_.piece_bytes()) return error(ErrorCode::syntax, "its fields contradict each other");
    return Success{};
  }

  /// Checks that the file has no other picture than the first, and comes back to that.
  Outcome check_directories() {
    TIFF* const tiff = reader_.get();
    constexpr std::uint32_t kDependent = FILETYPE_REDUCEDIMAGE | FILETYPE_MASK;
    const auto is_dependent = [&] {
      return (reader_.field<std::uint32_t>(TIFFTAG_SUBFILETYPE).value_or(0) & kDependent) != 0;
    };
    if (is_dependent()) return unsupported("its first picture is a reduced copy or a mask (NewSubfileType)");
    if (TIFFLastDirectory(tiff) != 0) return Success{};
    for (int count = 1; TIFFLastDirectory(tiff) == 0; ++count) {
      if (count == kMaxTiffDirectories)
        return error(ErrorCode::limit, fmt::format("more than {} directories", kMaxTiffDirectories));
      reader_.allow_fields();
      if (TIFFReadDirectory(tiff) != 1 || reader_.lacks_bytes()) return reader_.failure(name_);
      if (!is_dependent()) return unsupported("more than one picture in the file; a map is one of them alone");
    }
    reader_.allow_fields();
    if (TIFFSetDirectory(tiff, 0) != 1 || reader_.lacks_bytes()) return reader_.failure(name_);
    return Success{};
  }

  /// Checks that all strips or tiles lie in the file and have no more bytes than they may. `need` becomes what decoding
  /// takes.
  Outcome check_pieces(std::uint64_t& need) {
    TIFF* const tiff = reader_.get();
    const std::string_view kind = layout_.is_tiled ? "tile" : "strip";
    const std::uint32_t count = layout_.is_tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    if (count == 0) return error(ErrorCode::syntax, fmt::format("no {}", kind));
    std::uint64_t most = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      int fault = 0;
      const std::uint64_t bytes = TIFFGetStrileByteCountWithErr(tiff, i, &fault);
      const std::uint64_t offset = fault != 0 ? 0 : TIFFGetStrileOffsetWithErr(tiff, i, &fault);
      if (fault != 0) return reader_.failure(name_);
      if (bytes == 0 || offset == 0)
        return error(ErrorCode::syntax, fmt::format("{} {} of {} is missing", kind, i, count));
      if (offset > file_.size || bytes > file_.size - offset) {
        return error(ErrorCode::syntax, fmt::format("the file ends inside {} {} of {}", kind, i, count));
      }
      // libtiff would go on reading behind it.
      const bool is_short =
          layout_.is_tiled && layout_.compression == COMPRESSION_NONE && bytes < layout_.piece_bytes();
      if (is_short) return error(ErrorCode::syntax, fmt::format("tile {} of {} holds {} bytes", i, count, bytes));
      most = std::max(most, bytes);
    }
    if (most > kMaxTiffPieceBytes) {
      return error(ErrorCode::limit, fmt::format("a {} of {} bytes; they may have up to {}: save the picture as tiles",
                                                 kind, most, kMaxTiffPieceBytes));
    }
    need = most + layout_.piece_bytes() + std::uint64_t{3} * layout_.width + kBytesPerPiece * count;
    if (layout_.compression == COMPRESSION_ZSTD) need += kZstdWindow;
    return Success{};
  }

  /// Turns the first pixels of a row of samples into colours.
  std::span<const std::uint8_t> colours_of(std::span<const std::uint8_t> row, std::size_t pixels) {
    const std::size_t bytes = layout_.bits == 16 ? 2 : 1;
    // The high byte of 16 bits in the order of this machine, which libtiff puts them in.
    const std::size_t high = layout_.bits == 16 && std::endian::native == std::endian::little ? 1 : 0;
    std::uint8_t* out = rgb_.data();
    const auto put = [&](Colour colour) {
      *out++ = static_cast<std::uint8_t>(colour >> 16);
      *out++ = static_cast<std::uint8_t>(colour >> 8 & 0xff);
      *out++ = static_cast<std::uint8_t>(colour & 0xff);
    };
    if (layout_.bits < 8) {
      const unsigned mask = (1U << layout_.bits) - 1;
      for (std::size_t i = 0; i < pixels; ++i) {
        const std::size_t bit = i * layout_.bits;
        put(layout_.colours[row[bit / 8] >> (8 - layout_.bits - bit % 8) & mask]);
      }
    } else if (!layout_.colours.empty()) {
      for (std::size_t i = 0; i < pixels; ++i) put(layout_.colours[row[i * layout_.samples * bytes + high]]);
    } else {
      for (std::size_t i = 0; i < pixels; ++i) {
        for (std::size_t c = 0; c < 3; ++c) *out++ = row[(i * layout_.samples + c) * bytes + high];
      }
    }
    return std::span(rgb_).first(3 * pixels);
  }

  /// PackBits goes on behind what it had no room for, with no more than a warning.
  [[nodiscard]] bool has_lost_bytes() const noexcept {
    return layout_.compression == COMPRESSION_PACKBITS && reader_.has_warned();
  }

  Outcome decode_strips(const std::function<Outcome(const PixelRow&)>& take) {
    for (std::uint32_t y = 0; y < layout_.height; ++y) {
      const bool is_read = TIFFReadScanline(reader_.get(), samples_.data(), y) == 1;
      if (!is_read || has_lost_bytes()) return reader_.failure(name_);
      if (Outcome taken = take({.y = y, .rgb = colours_of(samples_, layout_.width)}); !taken) return taken;
    }
    return Success{};
  }

  Outcome decode_tiles(const std::function<Outcome(const PixelRow&)>& take) {
    std::uint32_t tile = 0;
    for (std::uint32_t y = 0; y < layout_.height; y += layout_.piece_height) {
      const std::uint32_t rows = std::min(layout_.piece_height, layout_.height - y);
      for (std::uint32_t x = 0; x < layout_.width; x += layout_.piece_width, ++tile) {
        const auto size = static_cast<tmsize_t>(samples_.size());
        const bool is_read = TIFFReadEncodedTile(reader_.get(), tile, samples_.data(), size) == size;
        if (!is_read || has_lost_bytes()) return reader_.failure(name_);
        const std::uint32_t columns = std::min(layout_.piece_width, layout_.width - x);
        for (std::uint32_t j = 0; j < rows; ++j) {
          const std::span row = std::span(samples_).subspan(j * layout_.row_bytes, layout_.row_bytes);
          if (Outcome taken = take({.y = y + j, .x = x, .rgb = colours_of(row, columns)}); !taken) return taken;
        }
      }
    }
    return Success{};
  }

  const TiffBytes& file_;
  std::string_view name_;
  std::uint64_t memory_;
  TiffReader reader_;
  TiffLayout layout_;
  std::vector<std::uint8_t> samples_;  ///< of a tile, or of a row of a strip
  std::vector<std::uint8_t> rgb_;      ///< a row of colours
};

}  // namespace

bool reads_tiff() noexcept {
  return true;
}

Outcome decode_tiff_rows(const TiffBytes& file, std::string_view name, std::uint64_t memory,
                         const std::function<Outcome(const PictureSize&, std::uint64_t)>& begin,
                         const std::function<Outcome(const PixelRow&)>& take) {
  return TiffDecoder(file, name, memory).decode(begin, take);
}

}  // namespace portolan
