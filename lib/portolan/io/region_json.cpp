// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/region_json.hpp"

#include "portolan/io/draft_handler.hpp"
#include "portolan/io/polygon.hpp"
#include "portolan/io/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "regions";
constexpr std::array<std::string_view, 5> kTopKeys{"portolan", "version", "regions", "links", "closed"};
constexpr std::array<std::string_view, 3> kNeededKeys{"portolan", "version", "regions"};
constexpr std::array<std::string_view, 6> kRegionKeys{"name", "tags", "anchor", "rects", "polygons", "wkt"};
constexpr std::array<std::string_view, 6> kLinkKeys{"from", "to", "cost", "one_way", "name", "tags"};

struct Shape {
  NodeId region = 0;
  SourcePlace place;
  std::vector<Rect> rects;
  std::vector<Polygon> polygons;
};

/// Lays shapes over a map, those of one region after those of the one before.
class Painter {
 public:
  explicit Painter(RegionDrawing& drawing) : drawing_(drawing), bounds_{{0, 0}, {drawing.width, drawing.height}} {
    drawing.pixels.assign(static_cast<std::size_t>(drawing.width) * static_cast<std::size_t>(drawing.height), kNoNode);
  }

  void paint(const Shape& shape) {
    lost_.clear();
    bool beyond = false;
    for (const Rect& rect : shape.rects) {
      const Rect inside = intersection(rect, bounds_);
      beyond = beyond || inside != rect;
      for (std::int32_t y = inside.min.y; y < inside.max.y; ++y) fill(shape.region, y, inside.min.x, inside.max.x);
    }
    for (const Polygon& polygon : shape.polygons) {
      for (const Ring& ring : polygon) {
        beyond = beyond || std::any_of(ring.begin(), ring.end(), [&](Point p) {
                   return p.x < 0 || p.y < 0 || p.x > bounds_.max.x * kSubUnits || p.y > bounds_.max.y * kSubUnits;
                 });
      }
      for_each_run(polygon, bounds_,
                   [&](std::int32_t y, std::int32_t begin, std::int32_t end) { fill(shape.region, y, begin, end); });
    }
    const auto name = [&](NodeId id) { return in_quotes(drawing_.draft.nodes[id].name); };
    for (const auto& [other, tiles] : lost_) {
      warn(shape.place, fmt::format("{} tile{} of {} belong{} to {}, which is listed before", tiles,
                                    tiles == 1 ? "" : "s", name(shape.region), tiles == 1 ? "s" : "", name(other)));
    }
    if (beyond) warn(shape.place, fmt::format("{} reaches beyond the map", name(shape.region)));
  }

 private:
  void fill(NodeId region, std::int32_t y, std::int32_t begin, std::int32_t end) {
    NodeId* const row = drawing_.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(drawing_.width);
    for (std::int32_t x = begin; x < end; ++x) {
      NodeId& pixel = row[x];
      if (pixel == kNoNode) {
        pixel = region;
      } else if (pixel != region) {
        ++lost_[pixel];
      }
    }
  }
  void warn(const SourcePlace& place, std::string reason) { drawing_.warnings.push_back({place, std::move(reason)}); }

  RegionDrawing& drawing_;
  Rect bounds_;
  std::map<NodeId, std::uint64_t> lost_;  ///< tiles by the region that has them already
};

/// Builds the drawing.
class RegionHandler final : public DraftHandler {
 public:
  RegionHandler(std::string_view text, std::string_view source, const std::size_t& line)
      : DraftHandler(text, source, line) {}

  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;

  Result<RegionDrawing> take(std::int32_t width, std::int32_t height);

 private:
  enum class Level {
    outside,
    top,
    regions,
    region,
    links,
    link,
    closed,
    pair,
    tags,
    anchor,
    rects,
    rect,
    polygons,
    ring,
    corner
  };

  struct PendingBorder {
    std::vector<std::string> ends;
    SourcePlace place;
  };

  bool value(Kind kind, std::string_view text) override;
  bool region_value(Kind kind, std::string_view text);
  bool number(Kind kind, std::string_view text);
  bool end_region();
  bool end_numbers();
  bool check_polygon(const Polygon& polygon);

  void unreadable(std::string_view reason) { builder_.unreadable(place_, fmt::format("{}{}", field(), reason)); }
  bool enter(Level level) {
    levels_.push_back(level);
    return true;
  }
  [[nodiscard]] Level level() const { return levels_.back(); }

  std::vector<Level> levels_{Level::outside};
  Keys top_keys_;
  Keys item_keys_;
  std::vector<std::string> numbers_;  ///< of the innermost list
  Ring ring_;
  DraftNode node_;
  std::optional<Tile> anchor_;
  Shape shape_;
  PendingArc link_;
  std::vector<std::optional<Tile>> anchors_;
  std::vector<Shape> shapes_;
  std::vector<PendingArc> links_;
  std::vector<PendingBorder> closed_;
};

bool RegionHandler::start_object(std::size_t) {
  mark();
  item_keys_.clear();
  switch (level()) {
    case Level::outside:
      return enter(Level::top);
    case Level::regions:
      node_ = {.name = {}, .position = {}, .tags = {}, .place = place_};
      anchor_.reset();
      shape_ = {.region = 0, .place = place_, .rects = {}, .polygons = {}};
      key_.clear();
      return enter(Level::region);
    case Level::links:
      link_ = {};
      link_.arc.place = place_;
      key_.clear();
      return enter(Level::link);
    default:
      return expected("no object here");
  }
}

bool RegionHandler::key(std::string& name) {
  if (level() == Level::top) return enter_key(name, kTopKeys, top_keys_);
  return level() == Level::region ? enter_key(name, kRegionKeys, item_keys_) : enter_key(name, kLinkKeys, item_keys_);
}

bool RegionHandler::start_array(std::size_t) {
  mark();
  numbers_.clear();
  switch (level()) {
    case Level::top:
      if (key_ == "regions") return enter(Level::regions);
      if (key_ == "links") return enter(Level::links);
      if (key_ == "closed") return enter(Level::closed);
      break;
    case Level::closed:
      closed_.push_back({{}, place_});
      return enter(Level::pair);
    case Level::link:
      if (key_ == "tags") return enter(Level::tags);
      break;
    case Level::region:
      if (key_ == "tags") return enter(Level::tags);
      if (key_ == "anchor") return enter(Level::anchor);
      if (key_ == "rects") return enter(Level::rects);
      if (key_ == "polygons") return enter(Level::polygons);
      break;
    case Level::rects:
      return enter(Level::rect);
    case Level::polygons:
      ring_.clear();
      return enter(Level::ring);
    case Level::ring:
      return enter(Level::corner);
    default:
      break;
  }
  return expected("no list here");
}

bool RegionHandler::end_array() {
  const Level ended = level();
  if (ended == Level::pair && closed_.back().ends.size() != 2) return expected("two names");
  if ((ended == Level::anchor || ended == Level::rect || ended == Level::corner) && !end_numbers()) return false;
  if (ended == Level::ring) {
    Polygon polygon{std::move(ring_)};
    if (check_polygon(polygon)) shape_.polygons.push_back(std::move(polygon));
    ring_ = {};
  }
  levels_.pop_back();
  if (level() == Level::top || level() == Level::region || level() == Level::link) key_.clear();
  return true;
}

/// Notes what is wrong with a polygon; false then.
bool RegionHandler::check_polygon(const Polygon& polygon) {
  const std::string fault = polygon_fault(polygon);
  if (fault.empty()) return true;
  const std::size_t number = shape_.polygons.size() + 1;
  unreadable(key_ == "wkt" ? fmt::format("a polygon is not usable: {}", fault)
                           : fmt::format("polygon {} is not usable: {}", number, fault));
  return false;
}

/// A tile, a rectangle or a corner has been read.
bool RegionHandler::end_numbers() {
  const std::size_t wanted = level() == Level::rect ? 4 : 2;
  if (numbers_.size() != wanted) return expected(wanted == 4 ? "x, y, width and height" : "x and y");
  if (level() == Level::corner) {
    const auto x = parse_coordinate(numbers_[0]);
    const auto y = parse_coordinate(numbers_[1]);
    if (x && y) {
      ring_.push_back({*x, *y});
    } else {
      unreadable(fmt::format("{}, {} is more than {} tiles from the origin", numbers_[0], numbers_[1], kMaxSide));
    }
    return true;
  }
  std::array<std::int32_t, 4> whole{};
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto number = parse_integer(numbers_[i], i < 2 ? -kMaxSide : 1, kMaxSide);
    if (!number) {
      unreadable(fmt::format("{} is no whole number {}", printable(numbers_[i]),
                             i < 2 ? "of tiles on a map" : "of tiles, at least 1"));
      return true;
    }
    whole[i] = *number;
  }
  const Tile corner{whole[0], whole[1]};
  if (level() == Level::anchor) {
    anchor_ = corner;
  } else {
    shape_.rects.push_back({corner, {corner.x + whole[2], corner.y + whole[3]}});
  }
  return true;
}

bool RegionHandler::end_region() {
  if (!item_keys_.contains("name")) return fail("a region without a name");
  if (!item_keys_.contains("rects") && !item_keys_.contains("polygons") && !item_keys_.contains("wkt"))
    return fail("a region without a shape: `rects`, `polygons` or `wkt`");
  shape_.region = builder_.declare(std::move(node_));
  shapes_.push_back(std::move(shape_));
  anchors_.push_back(anchor_);
  return true;
}

bool RegionHandler::end_object() {
  key_.clear();
  if (level() == Level::region && !end_region()) return false;
  if (level() == Level::link) {
    if (!item_keys_.contains("from") || !item_keys_.contains("to")) return fail("a link without both `from` and `to`");
    links_.push_back(std::move(link_));
  }
  if (level() == Level::top && !has_keys(kNeededKeys, top_keys_)) return false;
  levels_.pop_back();
  return true;
}

bool RegionHandler::value(Kind kind, std::string_view text) {
  switch (level()) {
    case Level::outside:
      return expected("an object with the key `portolan`");
    case Level::top:
      return head_value(kind, text, kKind);
    case Level::region:
      return region_value(kind, text);
    case Level::link:
      return arc_value(kind, text, link_);
    case Level::tags:
      if (kind != Kind::string) return expected("strings");
      (levels_[levels_.size() - 2] == Level::region ? node_.tags : link_.arc.tags).emplace_back(text);
      return true;
    case Level::pair:
      if (kind != Kind::string) return expected("two names");
      closed_.back().ends.emplace_back(text);
      return true;
    case Level::anchor:
    case Level::rect:
    case Level::corner:
      return number(kind, text);
    case Level::regions:
    case Level::links:
      return expected("objects");
    default:
      return expected("lists");
  }
}

bool RegionHandler::number(Kind kind, std::string_view text) {
  constexpr std::size_t kMost = 4;
  if (kind != Kind::number) return expected("numbers");
  if (numbers_.size() == kMost) return fail(field() + "too many numbers");
  numbers_.emplace_back(text);
  return true;
}

bool RegionHandler::region_value(Kind kind, std::string_view text) {
  if (kind != Kind::string || (key_ != "name" && key_ != "wkt"))
    return expected(key_ == "name" || key_ == "wkt" ? "a string" : "a list");
  if (key_ == "name") return node_.name = text, true;
  auto polygons = parse_wkt(text);
  if (!polygons) {
    unreadable(polygons.error().message);
    return true;
  }
  for (Polygon& polygon : *polygons) {
    if (check_polygon(polygon)) shape_.polygons.push_back(std::move(polygon));
  }
  return true;
}

Result<RegionDrawing> RegionHandler::take(std::int32_t width, std::int32_t height) {
  if (error_) return *std::move(error_);
  const auto find = [&](std::string_view name, std::string_view what, const SourcePlace& place) {
    const auto found = builder_.find(name);
    if (!found) builder_.unreadable(place, fmt::format("{}: {}", what, builder_.unknown(name, "regions")));
    return found;
  };
  RegionDrawing drawing;
  for (PendingArc& pending : links_) {
    const auto from = find(pending.from, "from", pending.arc.place);
    const auto to = find(pending.to, "to", pending.arc.place);
    if (!from || !to) continue;
    pending.arc.from = *from;
    pending.arc.to = *to;
    builder_.join(std::move(pending.arc), pending.direction);
  }
  for (const PendingBorder& pending : closed_) {
    const auto a = find(pending.ends[0], "closed", pending.place);
    const auto b = find(pending.ends[1], "closed", pending.place);
    if (!a || !b) continue;
    drawing.closed.push_back({*a, *b, pending.place});
    drawing.closed.push_back({*b, *a, pending.place});
  }
  drawing.draft = builder_.take();
  drawing.width = width;
  drawing.height = height;
  drawing.anchors = std::move(anchors_);
  Painter painter(drawing);
  for (const Shape& shape : shapes_) painter.paint(shape);
  return drawing;
}

}  // namespace

Result<RegionDrawing> parse_regions_json(std::string_view text, std::string_view source, std::int32_t width,
                                         std::int32_t height) {
  std::size_t line = 1;
  RegionHandler handler(text, source, line);
  Json::sax_parse(LineCountingIterator(text.data(), line), LineCountingIterator(text.data() + text.size(), line),
                  &handler);
  return handler.take(width, height);
}

}  // namespace portolan
