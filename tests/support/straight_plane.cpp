// SPDX-License-Identifier: BSL-1.0
#include "support/straight_plane.hpp"

namespace portolan::test {

StraightPlane::StraightPlane(const TileMap& map, std::int32_t footprint)
    : footprint_(footprint), width_(map.width()), height_(map.height()) {
  for (const TerrainId terrain : map.tiles()) blocked_.push_back(map.palette()[terrain].default_cost == 0 ? 1 : 0);
}

bool StraightPlane::any_blocked(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) const {
  for (std::int32_t y = y0; y <= y1; ++y) {
    for (std::int32_t x = x0; x <= x1; ++x) {
      if (x < 0 || y < 0 || x >= width_ || y >= height_) return true;
      if (blocked_[static_cast<std::size_t>(y * width_ + x)] != 0) return true;
    }
  }
  return false;
}

bool StraightPlane::closed_down(std::int32_t x, std::int32_t y) const {
  if (footprint_ == 0) return closed(x - 1, y) && closed(x, y);
  return any_blocked(x, y, x + footprint_ - 1, y + footprint_);
}

bool StraightPlane::closed_right(std::int32_t x, std::int32_t y) const {
  if (footprint_ == 0) return closed(x, y - 1) && closed(x, y);
  return any_blocked(x, y, x + footprint_, y + footprint_ - 1);
}

bool StraightPlane::pinch(std::int32_t x, std::int32_t y) const {
  const bool nw = closed(x - 1, y - 1);
  const bool ne = closed(x, y - 1);
  return footprint_ == 0 && nw != ne && nw == closed(x, y) && ne == closed(x - 1, y);
}

bool StraightPlane::corner(std::int32_t x, std::int32_t y) const {
  if (pinch(x, y)) return false;
  const bool north = !closed_down(x, y - 1);
  const bool south = !closed_down(x, y);
  const bool west = !closed_right(x - 1, y);
  const bool east = !closed_right(x, y);
  return (north && west && closed(x - 1, y - 1)) || (north && east && closed(x, y - 1)) ||
         (south && west && closed(x - 1, y)) || (south && east && closed(x, y));
}

}  // namespace portolan::test
