// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/area_json.hpp"

#include "portolan/formats/boards/draft_handler.hpp"
#include "portolan/formats/boards/drawing_builder.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "areas";
constexpr std::array<std::string_view, 5> kTopKeys{"portolan", "version", "areas", "links", "closed"};
constexpr std::array<std::string_view, 3> kNeededKeys{"portolan", "version", "areas"};
constexpr std::array<std::string_view, 6> kAreaKeys{"name", "tags", "anchor", "rects", "polygons", "wkt"};
constexpr std::array<std::string_view, 6> kLinkKeys{"from", "to", "cost", "one_way", "name", "tags"};

/// Builds the drawing.
class AreaHandler final : public DraftHandler {
 public:
  AreaHandler(std::string_view text, std::string_view source, const std::size_t& line, std::int32_t width,
              std::int32_t height)
      : DraftHandler(text, source, line), drawing_(builder_, width, height) {}

  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;

  Result<AreaDrawing> take();

 private:
  enum class Level {
    outside,
    top,
    areas,
    area,
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
  bool area_value(Kind kind, std::string_view text);
  bool number(Kind kind, std::string_view text);
  bool end_area();
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
  AreaShape shape_;
  NamedArc link_;
  std::vector<NamedArc> links_;
  std::vector<PendingBorder> closed_;
  DrawingBuilder drawing_;
};

bool AreaHandler::start_object(std::size_t) {
  mark();
  item_keys_.clear();
  switch (level()) {
    case Level::outside:
      return enter(Level::top);
    case Level::areas:
      node_ = {.name = {}, .position = {}, .tags = {}, .place = place_};
      anchor_.reset();
      shape_ = {};
      key_.clear();
      return enter(Level::area);
    case Level::links:
      link_ = {};
      link_.arc.place = place_;
      key_.clear();
      return enter(Level::link);
    default:
      return expected("no object here");
  }
}

bool AreaHandler::key(std::string& name) {
  if (level() == Level::top) return enter_key(name, kTopKeys, top_keys_);
  return level() == Level::area ? enter_key(name, kAreaKeys, item_keys_) : enter_key(name, kLinkKeys, item_keys_);
}

bool AreaHandler::start_array(std::size_t) {
  mark();
  numbers_.clear();
  switch (level()) {
    case Level::top:
      if (key_ == "areas") return enter(Level::areas);
      if (key_ == "links") return enter(Level::links);
      if (key_ == "closed") return enter(Level::closed);
      break;
    case Level::closed:
      closed_.push_back({{}, place_});
      return enter(Level::pair);
    case Level::link:
      if (key_ == "tags") return enter(Level::tags);
      break;
    case Level::area:
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

bool AreaHandler::end_array() {
  const Level ended = level();
  if (ended == Level::pair && closed_.back().ends.size() != 2) return expected("two names");
  if ((ended == Level::anchor || ended == Level::rect || ended == Level::corner) && !end_numbers()) return false;
  if (ended == Level::ring) {
    Polygon polygon{std::move(ring_)};
    if (check_polygon(polygon)) shape_.polygons.push_back(std::move(polygon));
    ring_ = {};
  }
  levels_.pop_back();
  if (level() == Level::top || level() == Level::area || level() == Level::link) key_.clear();
  return true;
}

/// Notes what is wrong with a polygon; false then.
bool AreaHandler::check_polygon(const Polygon& polygon) {
  const std::string fault = polygon_fault(polygon);
  if (fault.empty()) return true;
  const std::size_t number = shape_.polygons.size() + 1;
  unreadable(key_ == "wkt" ? fmt::format("a polygon is not usable: {}", fault)
                           : fmt::format("polygon {} is not usable: {}", number, fault));
  return false;
}

/// A tile, a rectangle or a corner has been read.
bool AreaHandler::end_numbers() {
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

bool AreaHandler::end_area() {
  if (!item_keys_.contains("name")) return fail("an area without a name");
  if (!item_keys_.contains("rects") && !item_keys_.contains("polygons") && !item_keys_.contains("wkt"))
    return fail("an area without a shape: `rects`, `polygons` or `wkt`");
  const SourcePlace place = node_.place;
  drawing_.paint(drawing_.declare(std::move(node_), anchor_), shape_, place);
  return true;
}

bool AreaHandler::end_object() {
  key_.clear();
  if (level() == Level::area && !end_area()) return false;
  if (level() == Level::link) {
    if (!item_keys_.contains("from") || !item_keys_.contains("to")) return fail("a link without both `from` and `to`");
    links_.push_back(std::move(link_));
  }
  if (level() == Level::top && !has_keys(kNeededKeys, top_keys_)) return false;
  levels_.pop_back();
  return true;
}

bool AreaHandler::value(Kind kind, std::string_view text) {
  switch (level()) {
    case Level::outside:
      return expected("an object with the key `portolan`");
    case Level::top:
      return head_value(kind, text, kKind);
    case Level::area:
      return area_value(kind, text);
    case Level::link:
      return arc_value(kind, text, link_);
    case Level::tags:
      if (kind != Kind::string) return expected("strings");
      (levels_[levels_.size() - 2] == Level::area ? node_.tags : link_.arc.tags).emplace_back(text);
      return true;
    case Level::pair:
      if (kind != Kind::string) return expected("two names");
      closed_.back().ends.emplace_back(text);
      return true;
    case Level::anchor:
    case Level::rect:
    case Level::corner:
      return number(kind, text);
    case Level::areas:
    case Level::links:
      return expected("objects");
    default:
      return expected("lists");
  }
}

bool AreaHandler::number(Kind kind, std::string_view text) {
  constexpr std::size_t kMost = 4;
  if (kind != Kind::number) return expected("numbers");
  if (numbers_.size() == kMost) return fail(field() + "too many numbers");
  numbers_.emplace_back(text);
  return true;
}

bool AreaHandler::area_value(Kind kind, std::string_view text) {
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

Result<AreaDrawing> AreaHandler::take() {
  if (error_) return *std::move(error_);
  for (NamedArc& link : links_) {
    const auto from = drawing_.named(link.from, "from", link.arc.place);
    const auto to = drawing_.named(link.to, "to", link.arc.place);
    if (!from || !to) continue;
    link.arc.from = *from;
    link.arc.to = *to;
    builder_.join(std::move(link.arc), link.direction);
  }
  for (const PendingBorder& pending : closed_) {
    const auto a = drawing_.named(pending.ends[0], "closed", pending.place);
    const auto b = drawing_.named(pending.ends[1], "closed", pending.place);
    if (a && b) drawing_.close(*a, *b, Direction::both, pending.place);
  }
  return drawing_.take();
}

}  // namespace

Result<AreaDrawing> parse_areas_json(std::string_view text, std::string_view source, std::int32_t width,
                                     std::int32_t height) {
  std::size_t line = 1;
  AreaHandler handler(text, source, line, width, height);
  Json::sax_parse(LineCountingIterator(text.data(), line), LineCountingIterator(text.data() + text.size(), line),
                  &handler);
  return handler.take();
}

}  // namespace portolan
