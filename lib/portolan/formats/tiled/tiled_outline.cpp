// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_outline.hpp"

#include "portolan/formats/boards/polygon.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr int kEllipseCorners = 256;

/// Clockwise where y grows downwards.
class Turn {
 public:
  explicit Turn(double degrees) noexcept {
    const double turned = std::remainder(degrees, 360.0);
    if (std::remainder(turned, 90.0) == 0) {  // exact, so that rectangles stay on the lines between tiles
      const int quarters = (static_cast<int>(turned / 90) + 4) % 4;
      constexpr std::array<int, 4> kCosine{1, 0, -1, 0};
      cosine_ = kCosine[static_cast<std::size_t>(quarters)];
      sine_ = kCosine[static_cast<std::size_t>((quarters + 3) % 4)];
    } else {
      cosine_ = std::cos(turned * std::numbers::pi / 180);
      sine_ = std::sin(turned * std::numbers::pi / 180);
    }
  }
  [[nodiscard]] TiledVector operator()(TiledVector v) const noexcept {
    return {v.x * cosine_ - v.y * sine_, v.x * sine_ + v.y * cosine_};
  }

 private:
  double cosine_ = 1;
  double sine_ = 0;
};

Result<double> decimal(const TiledFile& file, const TiledElement& element, const std::string& what,
                       std::string_view attribute) {
  const std::string_view text = element.attribute(attribute);
  if (text.empty()) return 0.0;
  if (const auto value = parse_number(text)) return *value;
  return file.error(element, what, fmt::format("{} {} is no number", attribute, in_quotes(text)));
}

/// The corners "x,y x,y ..." under a key.
Result<std::vector<TiledVector>> corners_under(const TiledFile& file, const TiledElement& object,
                                               const std::string& what, std::string_view key) {
  std::string_view text = object.attribute(key);
  std::vector<TiledVector> made;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t comma = std::min(word.find(','), word.size());
    const auto x = parse_number(word.substr(0, comma));
    const auto y = parse_number(word.substr(std::min(comma + 1, word.size())));
    if (!x || !y) return file.error(object, what, fmt::format("{} is no corner x,y", in_quotes(word)));
    if (made.size() == kMaxCorners)
      return file.error(object, what, fmt::format("more than {} corners", kMaxCorners), ErrorCode::limit);
    made.push_back({*x, *y});
  }
  if (made.empty()) return file.error(object, what, fmt::format("a {} without corners", key));
  if (made.size() < 2 && key == "polyline") return file.error(object, what, "a polyline of fewer than two corners");
  return made;
}

/// The shape as it is written: seen from the object's x, y, and not turned.
Result<TiledOutline> written_outline(const TiledFile& file, const TiledElement& object, const std::string& what) {
  const auto has = [&](std::string_view name) {
    const auto found = object.attributes.find(name);
    return found != object.attributes.end() && found->second != "false";
  };
  if (has("gid") || has("text") || has("capsule")) return TiledOutline{};
  for (const auto& [key, shape] :
       {std::pair("polygon", TiledShape::polygon), std::pair("polyline", TiledShape::line)}) {
    if (!has(key)) continue;
    auto corners = corners_under(file, object, what, key);
    if (!corners) return corners.error();
    return TiledOutline{shape, false, *std::move(corners)};
  }
  const auto size = tiled_vector(file, object, what, "width", "height");
  if (!size) return size.error();
  const auto [width, height] = *size;
  if (width < 0 || height < 0) return file.error(object, what, "a size below 0");
  if (has("point") || (width == 0 && height == 0)) return TiledOutline{TiledShape::point, false, {TiledVector{}}};
  if (!has("ellipse"))
    return TiledOutline{TiledShape::outline, false, {{0, 0}, {width, 0}, {width, height}, {0, height}}};
  TiledOutline ellipse{TiledShape::outline, false, {}};
  for (int i = 0; i < kEllipseCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kEllipseCorners;
    ellipse.corners.push_back({width / 2 * (1 + std::cos(angle)), height / 2 * (1 + std::sin(angle))});
  }
  return ellipse;
}

}  // namespace

Result<TiledVector> tiled_vector(const TiledFile& file, const TiledElement& element, const std::string& what,
                                 std::string_view x, std::string_view y) {
  const auto first = decimal(file, element, what, x);
  if (!first) return first.error();
  const auto second = decimal(file, element, what, y);
  if (!second) return second.error();
  return TiledVector{*first, *second};
}

Result<TiledOutline> outline_of(const TiledFile& file, const TiledElement& object, const std::string& what) {
  auto outline = written_outline(file, object, what);
  if (!outline) return outline;
  const auto at = tiled_vector(file, object, what, "x", "y");
  if (!at) return at.error();
  const auto degrees = decimal(file, object, what, "rotation");
  if (!degrees) return degrees.error();
  outline->turned = *degrees != 0;
  const Turn turn(*degrees);
  for (TiledVector& corner : outline->corners) corner = *at + turn(corner);
  return outline;
}

}  // namespace portolan
