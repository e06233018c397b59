// SPDX-License-Identifier: BSL-1.0
#include "portolan_paths.hpp"

#include <array>
#include <cstddef>

#include <godot_cpp/classes/file_access.hpp>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/char_string.hpp>
#include <godot_cpp/variant/packed_byte_array.hpp>

namespace portolan_godot {
namespace {

portolan_tile to_tile(godot::Vector2i at) {
  return {at.x, at.y};
}

portolan_rect to_rect(godot::Rect2i area) {
  const godot::Vector2i end = area.get_end();
  return {to_tile(area.position), to_tile(end)};
}

}  // namespace

PortolanPaths::~PortolanPaths() {
  close();
}

void PortolanPaths::close() {
  portolan_walker_destroy(&walker_);
  portolan_path_destroy(&path_);
  portolan_query_destroy(&query_);
  portolan_overlay_destroy(&overlay_);
  portolan_world_close(&world_);
  forget();
}

/// What status() and length() tell until a find has answered.
void PortolanPaths::forget() {
  result_ = {};
  result_.struct_size = sizeof(result_);
  result_.status = PORTOLAN_STATUS_BAD_REQUEST;
}

/// Keeps what went wrong, if anything did.
bool PortolanPaths::took(portolan_error error, const char* message) {
  message_ = error == PORTOLAN_OK ? godot::String()
                                  : godot::String::utf8(message[0] != '\0' ? message : portolan_error_text(error));
  return error == PORTOLAN_OK;
}

bool PortolanPaths::open(const godot::String& path, std::int64_t profile) {
  close();
  const godot::PackedByteArray bytes = godot::FileAccess::get_file_as_bytes(path);
  if (bytes.is_empty()) {
    message_ = path + godot::String(": cannot be read");
    return false;
  }
  std::array<char, 512> text{};
  const auto number = profile < 0 ? UINT32_MAX : static_cast<std::uint32_t>(profile);
  const auto size = static_cast<std::size_t>(bytes.size());
  const bool opened =
      took(portolan_world_open_memory(bytes.ptr(), size, &world_, text.data(), text.size()), text.data()) &&
      took(portolan_overlay_create(world_, &overlay_)) &&
      took(portolan_query_create(world_, number, PORTOLAN_BASELINE_WITHOUT, &query_)) &&
      took(portolan_path_create(query_, 0, &path_)) && took(portolan_walker_create(world_, number, &walker_));
  if (!opened) close();
  leg_tiles_.resize(PORTOLAN_MAX_LEG_TILES);
  return opened;
}

godot::Vector2i PortolanPaths::size() const {
  portolan_world_info info{};
  info.struct_size = sizeof(info);
  if (portolan_world_get_info(world_, &info) != PORTOLAN_OK) return {};
  return {info.width, info.height};
}

std::int64_t PortolanPaths::find_terrain(const godot::String& name) const {
  std::uint8_t terrain = 0;
  const bool known = portolan_world_find_terrain(world_, name.utf8().get_data(), &terrain) == PORTOLAN_OK;
  return known ? terrain : -1;
}

godot::TypedArray<godot::Vector2i> PortolanPaths::find(godot::Vector2i from, godot::Vector2i to,
                                                       std::int64_t max_expansions) {
  godot::TypedArray<godot::Vector2i> tiles;
  portolan_path_request request{};
  request.struct_size = sizeof(request);
  request.from = to_tile(from);
  request.to = to_tile(to);
  request.ends = PORTOLAN_ENDS_NEAREST;
  request.max_expansions = max_expansions < 0 ? 0 : static_cast<std::uint64_t>(max_expansions);
  forget();
  if (!took(portolan_query_find(query_, &request, path_, &result_))) return tiles;
  if (result_.status != PORTOLAN_STATUS_FOUND && result_.status != PORTOLAN_STATUS_PARTIAL) return tiles;
  // At any angle the path turns at points.
  if (result_.point_count != 0) {
    std::vector<portolan_point> points(static_cast<std::size_t>(result_.point_count));
    if (!took(portolan_path_points(path_, points.data(), points.size(), nullptr))) return tiles;
    for (const portolan_point& point : points) tiles.push_back(godot::Vector2i(point.x >> 8, point.y >> 8));
    return tiles;
  }
  if (!walk(tiles)) {
    tiles.clear();
    forget();
    return tiles;
  }
  // A path within one tile has no leg.
  std::array<portolan_tile, 1> only{};
  if (tiles.is_empty() && portolan_path_waypoints(path_, only.data(), only.size(), nullptr) == PORTOLAN_OK) {
    tiles.push_back(godot::Vector2i(only[0].x, only[0].y));
  }
  return tiles;
}

/// Adds all tiles of the path in hand; false, with a message, if it cannot be walked to its end.
bool PortolanPaths::walk(godot::TypedArray<godot::Vector2i>& tiles) {
  portolan_leg leg{};
  leg.struct_size = sizeof(leg);
  for (;;) {
    if (!took(portolan_walker_next_leg(walker_, path_, &leg))) return false;
    if (leg.status == PORTOLAN_LEG_DONE) return true;
    if (leg.status != PORTOLAN_LEG_READY) return took(PORTOLAN_ERROR_CORRUPT, "the path cannot be walked to its end");
    std::size_t count = 0;
    if (!took(portolan_walker_tiles(walker_, leg_tiles_.data(), leg_tiles_.size(), &count))) return false;
    // Each leg begins where the one before ended.
    for (std::size_t i = tiles.is_empty() ? 0 : 1; i < count; ++i) {
      tiles.push_back(godot::Vector2i(leg_tiles_[i].x, leg_tiles_[i].y));
    }
  }
}

godot::String PortolanPaths::status() const {
  return godot::String::utf8(portolan_status_text(result_.status));
}

/// Has queries and walkers see what was edited, and gives the path room for all that it may have made longer.
bool PortolanPaths::use(portolan_error edited) {
  if (!took(edited) || !took(portolan_query_use(query_, overlay_)) || !took(portolan_walker_use(walker_, overlay_))) {
    return false;
  }
  portolan_path* path = nullptr;
  if (!took(portolan_path_create(query_, 0, &path))) return false;
  portolan_path_destroy(&path_);
  path_ = path;
  return true;
}

bool PortolanPaths::set_terrain(godot::Rect2i area, std::int64_t terrain) {
  if (terrain < 0 || terrain > 255) return took(PORTOLAN_ERROR_RANGE);
  return use(portolan_overlay_set_terrain(overlay_, to_rect(area), static_cast<std::uint8_t>(terrain)));
}

bool PortolanPaths::revert(godot::Rect2i area) {
  return use(portolan_overlay_revert(overlay_, to_rect(area)));
}

void PortolanPaths::_bind_methods() {
  using godot::ClassDB;
  using godot::D_METHOD;
  ClassDB::bind_method(D_METHOD("open", "path", "profile"), &PortolanPaths::open, DEFVAL(0));
  ClassDB::bind_method(D_METHOD("message"), &PortolanPaths::message);
  ClassDB::bind_method(D_METHOD("size"), &PortolanPaths::size);
  ClassDB::bind_method(D_METHOD("find_terrain", "name"), &PortolanPaths::find_terrain);
  ClassDB::bind_method(D_METHOD("find", "from", "to", "max_expansions"), &PortolanPaths::find, DEFVAL(0));
  ClassDB::bind_method(D_METHOD("status"), &PortolanPaths::status);
  ClassDB::bind_method(D_METHOD("length"), &PortolanPaths::length);
  ClassDB::bind_method(D_METHOD("set_terrain", "area", "terrain"), &PortolanPaths::set_terrain);
  ClassDB::bind_method(D_METHOD("revert", "area"), &PortolanPaths::revert);
}

}  // namespace portolan_godot
