// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_objects.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr int kEllipseCorners = 256;

/// A place on the map or a way across it; in pixels or in tiles.
struct Vector {
  double x = 0;
  double y = 0;

  friend Vector operator+(Vector a, Vector b) noexcept { return {a.x + b.x, a.y + b.y}; }
};

std::optional<TiledRole> role_of_class(std::string_view name) noexcept {
  if (name == "area") return TiledRole::area;
  if (name == "link") return TiledRole::link;
  if (name == "place") return TiledRole::place;
  if (name == "tile_link") return TiledRole::tile_link;
  if (name == "waypoint") return TiledRole::waypoint;
  if (name == "wall") return TiledRole::wall;
  if (name == "cliff") return TiledRole::cliff;
  return std::nullopt;
}

std::optional<TiledRole> role_of_layer_class(std::string_view name) noexcept {
  return name.ends_with('s') ? role_of_class(name.substr(0, name.size() - 1)) : std::nullopt;
}

/// Tiled wrote `type` before 1.9 and since 1.10.
std::string_view class_of(const TiledElement& object) noexcept {
  const std::string_view name = object.attribute("class");
  return name.empty() ? object.attribute("type") : name;
}

/// Of classes that go by another name now: what to say.
std::optional<std::string> renamed(std::string_view name) {
  if (name == "region" || name == "regions")
    return fmt::format("class {} is called {}", name, name == "region" ? "area" : "areas");
  return std::nullopt;
}

std::size_t bytes_of(const TiledTexts& texts) {
  std::size_t bytes = 0;
  for (const auto& [name, text] : texts) bytes += name.size() + text.size();
  return bytes;
}

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
  [[nodiscard]] Vector operator()(Vector v) const noexcept {
    return {v.x * cosine_ - v.y * sine_, v.x * sine_ + v.y * cosine_};
  }

 private:
  double cosine_ = 1;
  double sine_ = 0;
};

class ObjectReader {
 public:
  ObjectReader(const TiledElement& root, const TiledMap& map, const std::filesystem::path& path, const ReadFile& read)
      : root_(root), map_(map), path_(path), read_(read), file_(map_.source) {}

  Result<TiledObjects> run() {
    for (std::size_t child = 0; child < root_.children.size(); ++child) {
      const auto floor = map_.floors.names.empty() ? 0 : map_.floors.find(child);
      if (Outcome added = add_layers(root_.children[child], {{}, {}, floor}); !added) return added.error();
    }
    return std::move(found_);
  }

 private:
  /// Where layers lie, by the groups around them.
  struct Around {
    std::string path;  ///< names of the groups, a slash behind each
    Vector moved;      ///< in pixels of the screen
    std::optional<std::int32_t> floor;
  };

  Outcome add_layers(const TiledElement& child, const Around& around);
  Outcome add_layer(const TiledElement& layer, const std::string& what, const Around& around);
  Outcome add_object(const TiledElement& object, TiledRole role, const std::string& what, const Around& around);
  Outcome read_scale();
  Result<TiledElement> read_template(std::string_view written) const;
  Result<TiledElement> with_template(const TiledElement& object, const std::string& what);
  Result<double> decimal(const TiledElement& element, const std::string& what, std::string_view attribute) const;
  Result<Vector> vector(const TiledElement& element, const std::string& what, std::string_view x,
                        std::string_view y) const;
  Result<std::vector<Vector>> outline(const TiledElement& object, const std::string& what, TiledShape& shape) const;
  Result<std::vector<Vector>> corners(const TiledElement& object, const std::string& what, std::string_view key) const;
  [[nodiscard]] Vector in_tiles(Vector object, Vector moved) const noexcept;

  const TiledElement& root_;
  const TiledMap& map_;
  const std::filesystem::path& path_;
  const ReadFile& read_;
  TiledFile file_;
  TiledObjects found_;
  std::map<std::string, Result<TiledElement>, std::less<>> templates_;  ///< by what the map calls them
  std::size_t template_bytes_ = 0;
  bool isometric_ = false;
  std::optional<Vector> tile_;  ///< in pixels; nothing before the first object with a role
};

/// A layer of objects, or those of a group.
Outcome ObjectReader::add_layers(const TiledElement& child, const Around& around) {
  const bool is_group = child.kind == "group";
  if (!is_group && child.kind != "objectgroup") return Success{};
  const std::string name = around.path + std::string(child.attribute("name"));
  const std::string what = fmt::format("{} {}", is_group ? "group" : "object layer", in_quotes(name));
  const auto offset = vector(child, what, "offsetx", "offsety");
  if (!offset) return offset.error();
  const Around inner{name + "/", around.moved + *offset, around.floor};
  if (!is_group) return add_layer(child, what, inner);
  for (const TiledElement& grandchild : child.children) {
    if (Outcome added = add_layers(grandchild, inner); !added) return added;
  }
  return Success{};
}

Outcome ObjectReader::add_layer(const TiledElement& layer, const std::string& what, const Around& around) {
  if (map_.stagger) {
    found_.passed_over.push_back(file_.place_of(layer, what) +
                                 " is passed over: objects on hexagonal and staggered maps mean nothing");
    return Success{};
  }
  if (const auto reason = renamed(layer.attribute("class"))) return file_.error(layer, what, *reason);
  auto common = role_of_layer_class(layer.attribute("class"));
  if (const auto given = layer.properties.find("portolan"); given != layer.properties.end()) {
    if (const auto reason = renamed(given->second)) return file_.error(layer, what, *reason);
    common = role_of_layer_class(given->second);
    if (!common) {
      return file_.error(layer, what,
                         fmt::format("portolan {} is neither areas, links, places, tile_links, waypoints, walls nor "
                                     "cliffs",
                                     in_quotes(given->second)));
    }
  }
  bool any = false;
  bool reported = false;
  for (const TiledElement& object : layer.children) {
    if (object.kind != "object") continue;
    const std::string here = fmt::format("{}: object {} (id {})", what, in_quotes(object.attribute("name")),
                                         printable(object.attribute("id")));
    const auto whole = with_template(object, here);
    const std::string_view own_class = class_of(object);
    const std::string_view template_class = whole ? class_of(*whole) : std::string_view();
    for (const std::string_view name : {own_class, template_class})
      if (const auto reason = renamed(name)) return file_.error(object, here, *reason);
    auto role = role_of_class(own_class);
    if (!role) role = role_of_class(template_class);
    if (!role) role = common;
    if (!role) {
      if (!whole && !std::exchange(reported, true))
        found_.passed_over.push_back(whole.error().message + "; the object is passed over");
      continue;
    }
    any = true;
    if (!whole) return whole.error();
    if (Outcome added = add_object(*whole, *role, here, around); !added) return added;
  }
  if (!any && !common)
    found_.passed_over.push_back(file_.place_of(layer, what) +
                                 " is passed over: no class says what it means; to use it, give it the class areas, "
                                 "links, places, tile_links, waypoints, walls or cliffs");
  return Success{};
}

/// The object of a template. The error lacks the place in the map.
Result<TiledElement> ObjectReader::read_template(std::string_view written) const {
  auto followed = follow_tiled(path_, written, "template", read_);
  if (!followed) return followed.error();
  TiledElement model;
  for (TiledElement& child : followed->root.children) {
    if (child.kind == "object") model = std::move(child);
  }
  return model;
}

/// An object with what it takes from its template.
Result<TiledElement> ObjectReader::with_template(const TiledElement& object, const std::string& what) {
  TiledElement whole;
  whole.line = object.line;
  whole.attributes = object.attributes;
  whole.properties = object.properties;
  const std::string_view written = object.attribute("template");
  if (written.empty()) return whole;
  auto known = templates_.find(written);
  if (known == templates_.end()) known = templates_.emplace(written, read_template(written)).first;
  if (!known->second) {
    const Error& failed = known->second.error();
    return file_.error(object, what, fmt::format("template {}: {}", in_quotes(written), failed.message), failed.code);
  }
  const TiledElement& model = *known->second;
  template_bytes_ += bytes_of(model.attributes) + bytes_of(model.properties);
  if (template_bytes_ > kMaxTemplateBytes) {
    return file_.error(object, what, fmt::format("more than {} bytes out of templates", kMaxTemplateBytes),
                       ErrorCode::limit);
  }
  whole.attributes.insert(model.attributes.begin(), model.attributes.end());
  whole.properties.insert(model.properties.begin(), model.properties.end());
  return whole;
}

Outcome ObjectReader::read_scale() {
  if (tile_) return Success{};
  const std::string_view orientation = root_.attribute("orientation");
  isometric_ = orientation == "isometric";
  if (!isometric_ && orientation != "orthogonal") {
    return file_.error(root_, "map", fmt::format("areas and links on a map of orientation {}", in_quotes(orientation)),
                       ErrorCode::unsupported);
  }
  const auto width = file_.number(root_, "map", "tilewidth", 1, kMaxTilePixels);
  if (!width) return width.error();
  const auto height = file_.number(root_, "map", "tileheight", 1, kMaxTilePixels);
  if (!height) return height.error();
  tile_ = Vector{static_cast<double>(*width), static_cast<double>(*height)};
  return Success{};
}

Outcome ObjectReader::add_object(const TiledElement& object, TiledRole role, const std::string& what,
                                 const Around& around) {
  if (Outcome read = read_scale(); !read) return read;
  if (!object.attribute("properties").empty()) {
    return file_.error(object, what,
                       "properties as Tiled wrote them before version 1.2; save the file with a newer one",
                       ErrorCode::unsupported);
  }
  TiledObject made{.role = role,
                   .shape = TiledShape::other,
                   .name = std::string(object.attribute("name")),
                   .what = what,
                   .line = static_cast<std::uint32_t>(object.line),
                   .properties = object.properties,
                   .floor = around.floor,
                   .corners = {}};
  const auto outline = this->outline(object, what, made.shape);
  if (!outline) return outline.error();
  const auto at = vector(object, what, "x", "y");
  if (!at) return at.error();
  const auto degrees = decimal(object, what, "rotation");
  if (!degrees) return degrees.error();
  if (*degrees != 0 && isometric_ && outline->size() > 1)
    return file_.error(object, what, "turned, on an isometric map", ErrorCode::unsupported);
  const Turn turn(*degrees);
  for (const Vector corner : *outline) {
    const Vector place = in_tiles(*at + turn(corner), around.moved);
    const auto x = coordinate_of(place.x);
    const auto y = coordinate_of(place.y);
    if (!x || !y)
      return file_.error(object, what, fmt::format("a corner more than {} tiles from the origin", kMaxSide));
    if (made.corners.empty() || made.corners.back() != Point{*x, *y} || made.shape == TiledShape::line)
      made.corners.push_back({*x, *y});
  }
  const bool closes = made.corners.size() > 1 && made.corners.front() == made.corners.back();
  if (closes && made.shape != TiledShape::line) made.corners.pop_back();
  found_.objects.push_back(std::move(made));
  return Success{};
}

/// Where a place of an object lies on the map, its layer moved by so many pixels of the screen.
Vector ObjectReader::in_tiles(Vector object, Vector moved) const noexcept {
  const auto [width, height] = *tile_;
  const Vector origin{-static_cast<double>(map_.origin.x), -static_cast<double>(map_.origin.y)};
  if (!isometric_) return Vector{(object.x + moved.x) / width, (object.y + moved.y) / height} + origin;
  // A tile to the right is half a tile to the right and half a tile down on the screen.
  const Vector on_screen{moved.x / width, moved.y / height};
  return Vector{object.x / height + on_screen.x + on_screen.y, object.y / height + on_screen.y - on_screen.x} + origin;
}

/// The corners of an object's shape in pixels, seen from its x, y and not turned.
Result<std::vector<Vector>> ObjectReader::outline(const TiledElement& object, const std::string& what,
                                                  TiledShape& shape) const {
  const auto has = [&](std::string_view name) {
    const auto found = object.attributes.find(name);
    return found != object.attributes.end() && found->second != "false";
  };
  if (has("gid") || has("text") || has("capsule")) return std::vector<Vector>();
  if (has("polygon")) {
    shape = TiledShape::polygon;
    return corners(object, what, "polygon");
  }
  if (has("polyline")) {
    shape = TiledShape::line;
    return corners(object, what, "polyline");
  }
  const auto size = vector(object, what, "width", "height");
  if (!size) return size.error();
  const auto [width, height] = *size;
  if (width < 0 || height < 0) return file_.error(object, what, "a size below 0");
  if (has("point") || (width == 0 && height == 0)) {
    shape = TiledShape::point;
    return std::vector{Vector{}};
  }
  shape = TiledShape::outline;
  if (!has("ellipse")) return std::vector<Vector>{{0, 0}, {width, 0}, {width, height}, {0, height}};
  std::vector<Vector> ring;
  for (int i = 0; i < kEllipseCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kEllipseCorners;
    ring.push_back({width / 2 * (1 + std::cos(angle)), height / 2 * (1 + std::sin(angle))});
  }
  return ring;
}

Result<std::vector<Vector>> ObjectReader::corners(const TiledElement& object, const std::string& what,
                                                  std::string_view key) const {
  std::string_view text = object.attribute(key);
  std::vector<Vector> made;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t comma = std::min(word.find(','), word.size());
    const auto x = parse_number(word.substr(0, comma));
    const auto y = parse_number(word.substr(std::min(comma + 1, word.size())));
    if (!x || !y) return file_.error(object, what, fmt::format("{} is no corner x,y", in_quotes(word)));
    if (made.size() == kMaxCorners)
      return file_.error(object, what, fmt::format("more than {} corners", kMaxCorners), ErrorCode::limit);
    made.push_back({*x, *y});
  }
  if (made.empty()) return file_.error(object, what, fmt::format("a {} without corners", key));
  if (made.size() < 2 && key == "polyline") return file_.error(object, what, "a polyline of fewer than two corners");
  return made;
}

Result<double> ObjectReader::decimal(const TiledElement& element, const std::string& what,
                                     std::string_view attribute) const {
  const std::string_view text = element.attribute(attribute);
  if (text.empty()) return 0.0;
  if (const auto value = parse_number(text)) return *value;
  return file_.error(element, what, fmt::format("{} {} is no number", attribute, in_quotes(text)));
}

Result<Vector> ObjectReader::vector(const TiledElement& element, const std::string& what, std::string_view x,
                                    std::string_view y) const {
  const auto first = decimal(element, what, x);
  if (!first) return first.error();
  const auto second = decimal(element, what, y);
  if (!second) return second.error();
  return Vector{*first, *second};
}

}  // namespace

Result<TiledObjects> objects_of(const TiledElement& root, const TiledMap& map, const std::filesystem::path& path,
                                const ReadFile& read) {
  return ObjectReader(root, map, path, read).run();
}

}  // namespace portolan
