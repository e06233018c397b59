// SPDX-License-Identifier: BSL-1.0
// Pictures as Scalable Vector Graphics (SVG 1.1): sharp at any size, with text.
#pragma once

#include "drawing/sheet.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace portolan::tools {

/// A sheet of shapes. Those of one kind that follow each other in one colour become one element, so that a map of many
/// tiles stays small. Whole and half numbers only: the same drawing gives the same bytes everywhere.
class SvgSheet final : public Sheet {
 public:
  /// Makes a sheet of one colour. Errors (limit): a side outside 1 to kMaxSheetSide.
  static Result<SvgSheet> create(std::int32_t width, std::int32_t height, Colour background);

  void fill_rect(const Rect& rect, Colour colour) override;
  void line(Pixel from, Pixel to, std::int32_t thickness, Colour colour) override;
  void disc(Pixel centre, std::int32_t radius, Colour colour) override;
  void circle(Pixel centre, std::int32_t radius, std::int32_t thickness, Colour colour) override;
  void text(Pixel middle, std::int32_t height, std::string_view text, Colour colour) override;

  /// The whole document.
  [[nodiscard]] std::string document() const;
  [[nodiscard]] Outcome save(const std::filesystem::path& path) const override;

 private:
  /// What the shapes of one element have in common.
  struct Style {
    Colour colour;
    std::int32_t stroke = 0;  ///< width; 0: filled
    friend constexpr bool operator==(const Style&, const Style&) = default;
  };

  SvgSheet(std::int32_t width, std::int32_t height, Colour background);
  void use(const Style& style);
  void end_path();
  [[nodiscard]] std::string open_path() const;

  std::int32_t width_;
  std::int32_t height_;
  std::string done_;            ///< the elements that are finished
  std::optional<Style> style_;  ///< of the path that is being drawn; nothing if none is
  std::string path_;
  std::optional<Rect> run_;  ///< the last rectangle of the path, not yet written, as it may grow to the right
};

}  // namespace portolan::tools
