// SPDX-License-Identifier: BSL-1.0
#include "drawing/svg_sheet.hpp"

#include "portolan/core/file.hpp"

#include <span>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

std::string paint(std::string_view property, Colour colour) {
  std::string text = fmt::format("{}=\"#{:02x}{:02x}{:02x}\"", property, colour.r, colour.g, colour.b);
  // Thousandths, in integers: no machine rounds them otherwise.
  if (colour.a != 255) text += fmt::format(" {}-opacity=\"0.{:03}\"", property, colour.a * 1000 / 255);
  return text;
}

std::string rectangle(const Rect& rect) {
  const std::int32_t width = rect.max.x - rect.min.x;
  return fmt::format("M{} {}h{}v{}h{}z", rect.min.x, rect.min.y, width, rect.max.y - rect.min.y, -width);
}

/// Names come from files: what XML gives a meaning is escaped, and control characters, which it forbids, are left out.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) safe += c;
    }
  }
  return safe;
}

}  // namespace

Result<SvgSheet> SvgSheet::create(std::int32_t width, std::int32_t height, Colour background) {
  if (width < 1 || height < 1 || width > kMaxSheetSide || height > kMaxSheetSide) {
    return Error{ErrorCode::limit,
                 fmt::format("a picture of {} x {} pixels: sides are 1 to {}", width, height, kMaxSheetSide)};
  }
  return SvgSheet(width, height, background);
}

SvgSheet::SvgSheet(std::int32_t width, std::int32_t height, Colour background) : width_(width), height_(height) {
  fill_rect({{0, 0}, {width, height}}, background);
}

void SvgSheet::end_path() {
  done_ += open_path();
  style_.reset();
  path_.clear();
  run_.reset();
}

/// Goes on with the path if it has this style, else begins one.
void SvgSheet::use(const Style& style) {
  if (style_ == style) return;
  end_path();
  style_ = style;
}

std::string SvgSheet::open_path() const {
  if (!style_) return {};
  const std::string shape = path_ + (run_ ? rectangle(*run_) : std::string());
  if (style_->stroke == 0) return fmt::format("<path d=\"{}\" {}/>\n", shape, paint("fill", style_->colour));
  return fmt::format("<path d=\"{}\" fill=\"none\" {} stroke-width=\"{}\"/>\n", shape, paint("stroke", style_->colour),
                     style_->stroke);
}

void SvgSheet::fill_rect(const Rect& rect, Colour colour) {
  if (rect.max.x <= rect.min.x || rect.max.y <= rect.min.y) return;
  use({colour, 0});
  const bool grows = run_ && run_->max.x == rect.min.x && run_->min.y == rect.min.y && run_->max.y == rect.max.y;
  if (grows) {
    run_->max.x = rect.max.x;
    return;
  }
  if (run_) path_ += rectangle(*run_);
  run_ = rect;
}

void SvgSheet::line(Pixel from, Pixel to, std::int32_t thickness, Colour colour) {
  use({colour, thickness});
  path_ += fmt::format("M{}.5 {}.5L{}.5 {}.5", from.x, from.y, to.x, to.y);
}

void SvgSheet::disc(Pixel centre, std::int32_t radius, Colour colour) {
  end_path();
  done_ += fmt::format("<circle cx=\"{}.5\" cy=\"{}.5\" r=\"{}.5\" {}/>\n", centre.x, centre.y, radius,
                       paint("fill", colour));
}

void SvgSheet::circle(Pixel centre, std::int32_t radius, std::int32_t thickness, Colour colour) {
  end_path();
  // The middle of the ring: the stroke reaches half its width to either side.
  const std::int32_t halves = 2 * radius + 1 - thickness;
  done_ += fmt::format("<circle cx=\"{}.5\" cy=\"{}.5\" r=\"{}.{}\" fill=\"none\" {} stroke-width=\"{}\"/>\n", centre.x,
                       centre.y, halves / 2, halves % 2 == 0 ? 0 : 5, paint("stroke", colour), thickness);
}

void SvgSheet::text(Pixel middle, std::int32_t height, std::string_view text, Colour colour) {
  end_path();
  done_ += fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"sans-serif\" text-anchor=\"middle\" "
      "dominant-baseline=\"central\" "
      "{}>{}</text>\n",
      middle.x, middle.y, height, paint("fill", colour), escaped(text));
}

std::string SvgSheet::document() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n{2}{3}</svg>\n",
      width_, height_, done_, open_path());
}

Outcome SvgSheet::save(const std::filesystem::path& path) const {
  const std::string text = document();
  const auto bytes = std::as_bytes(std::span(text));
  return write_file_atomically(path, {&bytes, 1});
}

}  // namespace portolan::tools
