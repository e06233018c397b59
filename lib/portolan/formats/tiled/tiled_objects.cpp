// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_objects.hpp"

#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_outline.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

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
    std::string path;   ///< names of the groups, a slash behind each
    TiledVector moved;  ///< in pixels of the screen
    std::optional<std::int32_t> floor;
  };

  Outcome add_layers(const TiledElement& child, const Around& around);
  Outcome add_layer(const TiledElement& layer, const std::string& what, const Around& around);
  Outcome add_object(const TiledElement& object, TiledRole role, const std::string& what, const Around& around);
  Outcome read_scale();
  Result<TiledElement> read_template(std::string_view written) const;
  Result<TiledElement> with_template(const TiledElement& object, const std::string& what);
  [[nodiscard]] TiledVector in_tiles(TiledVector object, TiledVector moved) const noexcept;

  const TiledElement& root_;
  const TiledMap& map_;
  const std::filesystem::path& path_;
  const ReadFile& read_;
  TiledFile file_;
  TiledObjects found_;
  std::map<std::string, Result<TiledElement>, std::less<>> templates_;  ///< by what the map calls them
  std::size_t template_bytes_ = 0;
  std::size_t type_bytes_ = 0;
  bool isometric_ = false;
  std::optional<TiledVector> tile_;  ///< in pixels; nothing before the first object with a role
};

/// A layer of objects, or those of a group.
// NOLINTNEXTLINE(misc-no-recursion): as deep as kMaxTiledDepth
Outcome ObjectReader::add_layers(const TiledElement& child, const Around& around) {
  const bool is_group = child.kind == "group";
  if (!is_group && child.kind != "objectgroup") return Success{};
  const std::string name = around.path + std::string(child.attribute("name"));
  const std::string what = fmt::format("{} {}", is_group ? "group" : "object layer", in_quotes(name));
  const auto offset = tiled_vector(file_, child, what, "offsetx", "offsety");
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
  if (!any && !common) {
    found_.passed_over.push_back(file_.place_of(layer, what) +
                                 " is passed over: no class says what it means; to use it, give it the class areas, "
                                 "links, places, tile_links, waypoints, walls or cliffs");
  }
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
  whole.kind = object.kind;
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
  whole.attributes.erase("template");
  if (const Outcome applied = map_.types.apply(whole, type_bytes_); !applied) {
    return file_.error(object, what, applied.error().message, applied.error().code);
  }
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
  tile_ = TiledVector{static_cast<double>(*width), static_cast<double>(*height)};
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
  const auto outline = outline_of(file_, object, what);
  if (!outline) return outline.error();
  if (outline->turned && isometric_ && outline->corners.size() > 1)
    return file_.error(object, what, "turned, on an isometric map", ErrorCode::unsupported);
  TiledObject made{.role = role,
                   .shape = outline->shape,
                   .name = std::string(object.attribute("name")),
                   .what = what,
                   .line = static_cast<std::uint32_t>(object.line),
                   .properties = object.properties,
                   .floor = around.floor,
                   .corners = {}};
  for (const TiledVector corner : outline->corners) {
    const TiledVector place = in_tiles(corner, around.moved);
    const bool is_place = made.shape == TiledShape::point || made.shape == TiledShape::line;
    const auto x = is_place ? place_coordinate_of(place.x) : coordinate_of(place.x);
    const auto y = is_place ? place_coordinate_of(place.y) : coordinate_of(place.y);
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
TiledVector ObjectReader::in_tiles(TiledVector object, TiledVector moved) const noexcept {
  const auto [width, height] = *tile_;
  const TiledVector origin{-static_cast<double>(map_.origin.x), -static_cast<double>(map_.origin.y)};
  if (!isometric_) return TiledVector{(object.x + moved.x) / width, (object.y + moved.y) / height} + origin;
  // A tile to the right is half a tile to the right and half a tile down on the screen.
  const TiledVector on_screen{moved.x / width, moved.y / height};
  return TiledVector{object.x / height + on_screen.x + on_screen.y, object.y / height + on_screen.y - on_screen.x} +
         origin;
}

}  // namespace

Result<TiledObjects> objects_of(const TiledElement& root, const TiledMap& map, const std::filesystem::path& path,
                                const ReadFile& read) {
  return ObjectReader(root, map, path, read).run();
}

}  // namespace portolan
