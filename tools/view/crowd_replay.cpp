// SPDX-License-Identifier: BSL-1.0
#include "view/crowd_replay.hpp"

#include "common.hpp"
#include "portolan/formats/text.hpp"
#include "view/body_report.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

static_assert(TraceLimits().units <= CrowdReplay::kPieceRows);
static_assert(sizeof(Tile) == 2 * sizeof(std::int32_t));
static_assert(sizeof(TraceCounts) == 2 * sizeof(std::uint32_t));

/// The most of each of so many shares of what `count_at` gives for numbers below `size`.
template <class CountAt>
std::vector<std::uint32_t> most_by_share(std::size_t size, CountAt&& count_at) {
  std::vector<std::uint32_t> shares(std::min(size, CrowdReplay::kMaxShares));
  for (std::size_t i = 0; i < size; ++i) {
    std::uint32_t& most = shares[i * shares.size() / size];
    most = std::max(most, static_cast<std::uint32_t>(count_at(i)));
  }
  return shares;
}

template <class Value>
void put(std::string& bytes, std::span<const Value> values) {
  const auto raw = std::as_bytes(values);
  bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
}

void put_number(std::string& bytes, std::uint32_t number) {
  put(bytes, std::span<const std::uint32_t>(&number, 1));
}

/// The values of so many ticks from one on, of which each has `each`.
template <class Value>
std::span<const Value> part(const std::vector<Value>& all, std::size_t first, std::size_t count, std::size_t each) {
  return all.empty() ? std::span<const Value>() : std::span(all).subspan(first * each, count * each);
}

}  // namespace

CrowdReplay::CrowdReplay(CrowdTrace trace, std::string name, ReplayLoad load)
    : trace_(std::move(trace)), name_(std::move(name)), load_(std::move(load)), rests_(trace_.units.size()) {
  moved_ = most_by_share(trace_.ticks.size(), [&](std::size_t tick) {
    if (tick == 0) return 0U;
    const auto before = trace_.at(tick - 1);
    const auto now = trace_.at(tick);
    const auto turned = [&](std::size_t unit) {
      if (trace_.headings.empty()) return false;
      return trace_.headings[tick * now.size() + unit] != trace_.headings[(tick - 1) * now.size() + unit];
    };
    const auto is_under_way = [&](std::size_t unit) {
      return !trace_.moves.empty() && trace_.moves[tick * now.size() + unit].end != 0;
    };
    std::uint32_t moved = 0;
    for (std::size_t unit = 0; unit < now.size(); ++unit) {
      if (now[unit] == before[unit] && !turned(unit) && !is_under_way(unit)) continue;
      ++moved;
      rests_[unit] = static_cast<std::uint32_t>(tick);
    }
    return moved;
  });
  if (!load_.rows.empty()) note_load();
}

/// What waited last before each tick of the trace or in it, and what was done since the one before; nothing after the
/// table's last.
void CrowdReplay::note_load() {
  const auto sum = [](std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{a} + b, std::numeric_limits<std::int32_t>::max()));
  };
  std::size_t next = 0;
  std::uint32_t waiting = 0;
  while (next < load_.rows.size() && load_.rows[next].tick < trace_.ticks.front()) waiting = load_.rows[next++].waiting;
  for (const std::uint32_t tick : trace_.ticks) {
    ServiceLoad done{.tick = tick};
    for (; next < load_.rows.size() && load_.rows[next].tick <= tick; ++next) {
      waiting = load_.rows[next].waiting;
      done.answered = sum(done.answered, load_.rows[next].answered);
      done.charged = sum(done.charged, load_.rows[next].charged);
    }
    done.waiting = tick <= load_.rows.back().tick ? waiting : 0;
    loads_.push_back(done);
  }
  load_.rows = {};
}

Outcome CrowdReplay::find_bodies(const World& world, std::string_view source) {
  Json bodies = Json::array();
  for (const TraceProfile& profile : trace_.profiles) {
    const auto number = choose_profile(world, profile.name);
    if (!number) return Error{ErrorCode::usage, fmt::format("{}:{}: {}", source, profile.line, number.error().message)};
    bodies.push_back(body_report(world.profiles()[*number]));
  }
  if (!bodies.empty()) bodies_ = std::move(bodies);
  return Success{};
}

std::size_t CrowdReplay::ticks_a_piece() const noexcept {
  return std::clamp<std::size_t>(kPieceRows / trace_.units.size(), 1, trace_.ticks.size());
}

std::size_t CrowdReplay::pieces() const noexcept {
  return (trace_.ticks.size() + ticks_a_piece() - 1) / ticks_a_piece();
}

std::size_t CrowdReplay::row_bytes() const noexcept {
  return 8 + (trace_.moves.empty() ? 0U : 16U) + (trace_.slots.empty() ? 0U : 8U) +
         (trace_.headings.empty() ? 0U : 1U) + (trace_.stuck.empty() ? 0U : 1U);
}

Json CrowdReplay::report() const {
  Json report{{"name", name_},
              {"units", trace_.units},
              {"ticks", trace_.ticks.size()},
              {"last", trace_.ticks.back()},
              {"piece", ticks_a_piece()},
              {"moved", moved_},
              {"rests", rests_}};
  if (!trace_.headings.empty()) report["headings"] = true;
  if (!trace_.moves.empty()) report["moves"] = true;
  if (!trace_.slots.empty()) report["slots"] = true;
  if (!trace_.sides.empty()) report["sides"] = trace_.sides;
  if (!trace_.groups.empty()) report["groups"] = trace_.groups;
  if (!bodies_.is_null()) {
    report["bodies"] = bodies_;
    report["movers"] = trace_.movers;
  }
  if (!trace_.led.empty()) {
    report["led"] = trace_.led;
    Json& ways = report["ways"] = Json::array();
    for (std::size_t group = 0; group < trace_.led.size(); ++group) {
      std::vector<std::int32_t> way;
      Tile last = kNowhere;
      for (std::size_t tick = 0; tick < trace_.ticks.size(); ++tick) {
        const Tile tile = trace_.leaders[tick * trace_.led.size() + group].tile;
        if (tile == last || tile == kNowhere) continue;
        way.insert(way.end(), {tile.x, tile.y});
        last = tile;
      }
      ways.push_back(way);
    }
  }
  const std::size_t ticks = trace_.ticks.size();
  const std::size_t units = trace_.units.size();
  if (!trace_.stuck.empty()) {
    report["stuck"] = most_by_share(
        ticks, [&](std::size_t tick) { return std::ranges::count(part(trace_.stuck, tick, 1, units), 1); });
  }
  if (!trace_.counts.empty()) {
    report["decided"] = most_by_share(ticks, [&](std::size_t tick) { return trace_.counts[tick].decided; });
    report["waited"] = most_by_share(ticks, [&](std::size_t tick) { return trace_.counts[tick].waited; });
  }
  if (!loads_.empty()) {
    report["load"] = {{"name", load_.name},
                      {"waiting", most_by_share(ticks, [&](std::size_t tick) { return loads_[tick].waiting; })},
                      {"answered", most_by_share(ticks, [&](std::size_t tick) { return loads_[tick].answered; })},
                      {"charged", most_by_share(ticks, [&](std::size_t tick) { return loads_[tick].charged; })}};
  }
  return report;
}

std::string CrowdReplay::piece(std::size_t number) const {
  const std::size_t first = number * ticks_a_piece();
  const std::size_t count = std::min(ticks_a_piece(), trace_.ticks.size() - first);
  const std::size_t units = trace_.units.size();
  std::string bytes;
  bytes.reserve(count * (units * row_bytes() + trace_.led.size() * 9 + 24));
  put(bytes, part(trace_.ticks, first, count, 1));
  put(bytes, part(trace_.tiles, first, count, units));
  const auto moves = part(trace_.moves, first, count, units);
  for (const TraceMove& move : moves) {
    put(bytes, std::span<const Tile>(&move.to, 1));
    put_number(bytes, move.begin);
    put_number(bytes, move.end);
  }
  put(bytes, part(trace_.slots, first, count, units));
  const auto leaders = part(trace_.leaders, first, count, trace_.led.size());
  for (const Placement& leader : leaders) put(bytes, std::span<const Tile>(&leader.tile, 1));
  put(bytes, part(trace_.counts, first, count, 1));
  for (const ServiceLoad& load : part(loads_, first, count, 1)) {
    put_number(bytes, load.waiting);
    put_number(bytes, load.answered);
    put_number(bytes, load.charged);
  }
  const auto headings = part(trace_.headings, first, count, units);
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const bool is_under_way = !moves.empty() && moves[i].end != 0;
    const Heading then = is_under_way ? moves[i].heading : headings[i];
    bytes += static_cast<char>(static_cast<unsigned>(headings[i]) | static_cast<unsigned>(then) << 4U);
  }
  put(bytes, part(trace_.stuck, first, count, units));
  for (const Placement& leader : leaders) bytes += static_cast<char>(leader.heading);
  return bytes;
}

}  // namespace portolan::tools
