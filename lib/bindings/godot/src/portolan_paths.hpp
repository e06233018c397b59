// SPDX-License-Identifier: BSL-1.0
// Portolan in Godot 4: a world, its paths for one profile, and its edits, as one object over the C interface.
#pragma once

#include <cstdint>
#include <vector>

#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/variant/rect2i.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/vector2i.hpp>

#include <portolan/capi/portolan.h>

namespace portolan_godot {

/// One thread at a time. Tiles are Vector2i, (0,0) is the top-left one, y grows downwards.
class PortolanPaths : public godot::RefCounted {
  GDCLASS(PortolanPaths, godot::RefCounted)

 public:
  ~PortolanPaths();

  /// Opens a world file, which may lie in the project's resources, for a profile. True if that went well; else
  /// message() says why, and what was open before is closed.
  bool open(const godot::String& path, std::int64_t profile);
  /// What went wrong last; empty if nothing did.
  [[nodiscard]] godot::String message() const { return message_; }
  /// In tiles; 0 without a world.
  [[nodiscard]] godot::Vector2i size() const;
  /// The number of a terrain, or -1.
  [[nodiscard]] std::int64_t find_terrain(const godot::String& name) const;

  /// All tiles from one to another, or to the nearest to it that can be reached, at any angle those that the path turns
  /// on; empty if there is no path, or with a message(). At most so many expansions, 0: no limit; where they are spent
  /// the tiles lead as far as the search came.
  godot::TypedArray<godot::Vector2i> find(godot::Vector2i from, godot::Vector2i to, std::int64_t max_expansions);
  /// What the last find answered: `found`, `partial`, `unreachable` and so on, `bad_request` where none did,
  [[nodiscard]] godot::String status() const;
  /// and the cost of its path in tiles at terrain cost 1.
  [[nodiscard]] double length() const { return result_.length; }

  /// Sets all tiles of a rectangle to a terrain, for what is found from then on. False if there is no such rectangle or
  /// terrain.
  bool set_terrain(godot::Rect2i area, std::int64_t terrain);
  /// Sets them back to what the file says.
  bool revert(godot::Rect2i area);

 protected:
  static void _bind_methods();

 private:
  void close();
  void forget();
  bool walk(godot::TypedArray<godot::Vector2i>& tiles);
  bool took(portolan_error error, const char* message = "");
  bool use(portolan_error edited);

  portolan_world* world_ = nullptr;
  portolan_overlay* overlay_ = nullptr;
  portolan_query* query_ = nullptr;
  portolan_path* path_ = nullptr;
  portolan_walker* walker_ = nullptr;
  portolan_path_result result_{};
  godot::String message_;
  std::vector<portolan_tile> leg_tiles_;
};

}  // namespace portolan_godot
