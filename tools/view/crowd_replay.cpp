// SPDX-License-Identifier: BSL-1.0
#include "view/crowd_replay.hpp"

#include <algorithm>
#include <utility>

namespace portolan::tools {

static_assert(TraceLimits().units <= CrowdReplay::kPieceRows);
static_assert(sizeof(Tile) == 2 * sizeof(std::int32_t));

CrowdReplay::CrowdReplay(CrowdTrace trace, std::string name)
    : trace_(std::move(trace)),
      name_(std::move(name)),
      moved_(std::min(trace_.ticks.size(), kMaxShares)),
      rests_(trace_.units.size()) {
  for (std::size_t tick = 1; tick < trace_.ticks.size(); ++tick) {
    const auto before = trace_.at(tick - 1);
    const auto now = trace_.at(tick);
    std::uint32_t moved = 0;
    for (std::size_t unit = 0; unit < now.size(); ++unit) {
      if (now[unit] == before[unit]) continue;
      ++moved;
      rests_[unit] = static_cast<std::uint32_t>(tick);
    }
    std::uint32_t& most = moved_[tick * moved_.size() / trace_.ticks.size()];
    most = std::max(most, moved);
  }
}

std::size_t CrowdReplay::ticks_a_piece() const noexcept {
  return std::clamp<std::size_t>(kPieceRows / trace_.units.size(), 1, trace_.ticks.size());
}

std::size_t CrowdReplay::pieces() const noexcept {
  return (trace_.ticks.size() + ticks_a_piece() - 1) / ticks_a_piece();
}

Json CrowdReplay::report() const {
  return {{"name", name_},
          {"units", trace_.units},
          {"ticks", trace_.ticks.size()},
          {"last", trace_.ticks.back()},
          {"piece", ticks_a_piece()},
          {"moved", moved_},
          {"rests", rests_}};
}

std::string CrowdReplay::piece(std::size_t number) const {
  const std::size_t first = number * ticks_a_piece();
  const std::size_t count = std::min(ticks_a_piece(), trace_.ticks.size() - first);
  const auto ticks = std::as_bytes(std::span(trace_.ticks).subspan(first, count));
  const std::size_t units = trace_.units.size();
  const auto tiles = std::as_bytes(std::span(trace_.tiles).subspan(first * units, count * units));
  std::string bytes;
  bytes.reserve(ticks.size() + tiles.size());
  for (const auto part : {ticks, tiles}) bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
  return bytes;
}

}  // namespace portolan::tools
