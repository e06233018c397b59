// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_parts.hpp"

#include "portolan/core/file.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/core/system.hpp"
#include "portolan/world/mapping.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::uint64_t kMagic = 0x3154'5241'504e'5250;  // "PRNPART1"
constexpr std::size_t kAlignment = alignof(Cost);
constexpr std::string_view kSuffix = ".part";

struct PackHeader {
  std::uint64_t magic = kMagic;
  std::uint64_t key = 0;
  std::uint64_t bytes = 0;     ///< of all
  std::uint64_t checksum = 0;  ///< of all, with this as 0
  std::uint32_t first = 0;
  std::uint32_t levels = 0;
};

std::uint64_t checksum_of(PackHeader header, std::span<const std::byte> content) noexcept {
  header.checksum = 0;
  const std::array parts{hash_bytes(std::as_bytes(std::span(&header, 1))), hash_bytes(content)};
  return hash_bytes(std::as_bytes(std::span(parts)));
}

/// Calls visit(array) for each array of a level.
template <class Topology, class Arcs, class Visit>
void for_each_array(Topology& topology, Arcs& arcs, Visit&& visit) {
  visit(topology.first);
  visit(topology.members);
  visit(arcs.first);
  visit(arcs.target);
  visit(arcs.small);
  visit(arcs.narrow);
  visit(arcs.wide);
}

constexpr std::size_t padded(std::size_t bytes) noexcept {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Takes arrays, each behind its length, off a piece of bytes.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}

  template <class T>
  void operator()(std::span<const T>& array) {
    std::uint64_t size = 0;
    if (!sound_ || rest_.size() < sizeof(size)) {
      sound_ = false;
      return;
    }
    std::memcpy(&size, rest_.data(), sizeof(size));
    rest_ = rest_.subspan(sizeof(size));
    sound_ = size <= rest_.size() / sizeof(T) && padded(size * sizeof(T)) <= rest_.size();
    if (!sound_) return;
    array = {reinterpret_cast<const T*>(rest_.data()), static_cast<std::size_t>(size)};
    rest_ = rest_.subspan(padded(size * sizeof(T)));
  }
  [[nodiscard]] bool sound() const noexcept { return sound_; }
  [[nodiscard]] bool done() const noexcept { return sound_ && rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
  bool sound_ = true;
};

/// Whether rows [first[i], first[i+1]) cut `count` elements.
bool cuts(std::span<const std::uint32_t> first, std::size_t count) noexcept {
  return !first.empty() && first.front() == 0 && first.back() == count && std::is_sorted(first.begin(), first.end());
}

bool points_inside(const RegionLevelsView& levels) noexcept {
  for (std::size_t i = 0; i < levels.topology.size(); ++i) {
    const LevelTopologyView& topology = levels.topology[i];
    const ArcsView& arcs = levels.arcs[i];
    // Of one width, all of them.
    const std::size_t weights = std::max({arcs.small.size(), arcs.narrow.size(), arcs.wide.size()});
    if (arcs.small.size() + arcs.narrow.size() + arcs.wide.size() != weights) return false;
    if (!cuts(topology.first, topology.members.size()) || !cuts(arcs.first, arcs.target.size()) ||
        arcs.first.size() != topology.members.size() + 1 || weights != arcs.target.size()) {
      return false;
    }
    for (const NodeId node : topology.members) {
      if (node >= levels.nodes.size()) return false;
    }
    for (std::size_t region = 0; region + 1 < topology.first.size(); ++region) {
      const std::uint32_t begin = topology.first[region];
      const std::uint32_t end = topology.first[region + 1];
      if (end - begin > kMaxRegionMembers) return false;
      for (std::uint32_t arc = arcs.first[begin]; arc < arcs.first[end]; ++arc) {
        if (arcs.target[arc] >= end - begin || arcs.weight(arc) >= kInfiniteCost) return false;
      }
    }
  }
  return true;
}

/// Whether nodes lie on tiles of the cell, no two on one, and those that only this cell has on no line to another.
bool lie_in(std::span<const RegionNode> nodes, const RegionCell& cell) {
  const Rect tiles{{0, 0}, {cell.area().width(), cell.area().height()}};
  const Rect open = cell.open();
  const bool inside = std::ranges::all_of(nodes, [&](const RegionNode& node) {
    return tiles.contains(node.tile) && node.level >= 0 && node.level <= kMaxRegionLevels &&
           (node.level >= cell.level || open.contains(node.tile));
  });
  std::vector<Tile> places;
  for (const RegionNode& node : nodes) places.push_back(node.tile);
  std::ranges::sort(places, row_by_row);
  return inside && std::ranges::adjacent_find(places) == places.end();
}

/// Whether the members of the cell's regions are all nodes that serve there, in the order of their numbers.
bool has_members(const RegionLevelsView& levels, const RegionCell& cell) {
  const RegionLayout layout = cell.layout();
  for (std::size_t level = 0; level < levels.topology.size(); ++level) {
    const LevelTopology expected = collect_members(layout, static_cast<int>(level), levels.nodes);
    if (!std::ranges::equal(levels.topology[level].first, expected.first) ||
        !std::ranges::equal(levels.topology[level].members, expected.members)) {
      return false;
    }
  }
  return true;
}

std::string name_of(std::uint64_t key) {
  return fmt::format("{:016x}{}", key, kSuffix);
}

/// Calls visit(path) for the files of a folder that are called as parts are.
template <class Visit>
void for_each_part(const std::filesystem::path& folder, Visit&& visit) {
  (void)os::for_each_name(folder, [&](const std::filesystem::path& entry) {
    const std::string name = entry.string();
    const std::size_t digits = 2 * sizeof(std::uint64_t);
    if (name.size() == digits + kSuffix.size() && name.ends_with(kSuffix) &&
        name.find_first_not_of("0123456789abcdef") == digits) {
      visit(folder / entry);
    }
  });
}

}  // namespace

RegionLevelsView view_of_levels(const RegionLevels& levels) {
  RegionLevelsView view{levels.first, levels.nodes, {}, {}};
  for (const LevelTopology& topology : levels.topology) view.topology.push_back(topology.view());
  for (const LevelArcs& arcs : levels.arcs) view.arcs.push_back(arcs.view());
  return view;
}

PackedLevels pack_levels(const RegionLevels& levels, std::uint64_t key, const Scratch& scratch) {
  const auto for_all = [&](auto&& visit) {
    visit(levels.nodes);
    for (std::size_t i = 0; i < levels.topology.size(); ++i) for_each_array(levels.topology[i], levels.arcs[i], visit);
  };
  std::size_t bytes = sizeof(PackHeader);
  for_all([&](const auto& array) { bytes += sizeof(std::uint64_t) + padded(std::span(array).size_bytes()); });
  std::shared_ptr<void> held = scratch.allocate(bytes);
  const std::span packed(static_cast<std::byte*>(held.get()), bytes);
  std::byte* at = packed.data() + sizeof(PackHeader);
  for_all([&](const auto& array) {
    const std::uint64_t size = array.size();
    std::memcpy(at, &size, sizeof(size));
    at += sizeof(size);
    const auto elements = std::as_bytes(std::span(array));
    if (!elements.empty()) std::memcpy(at, elements.data(), elements.size());
    at += padded(elements.size());
  });
  PackHeader header;
  header.key = key;
  header.bytes = bytes;
  header.first = static_cast<std::uint32_t>(levels.first);
  header.levels = static_cast<std::uint32_t>(levels.topology.size());
  header.checksum = checksum_of(header, packed.subspan(sizeof(header)));
  std::memcpy(packed.data(), &header, sizeof(header));
  return {std::move(held), packed};
}

std::optional<RegionLevelsView> unpack_levels(std::span<const std::byte> bytes, std::uint64_t key,
                                              const RegionCell& cell) {
  PackHeader header;
  if (bytes.size() < sizeof(header)) return {};
  std::memcpy(&header, bytes.data(), sizeof(header));
  const auto content = bytes.subspan(sizeof(header));
  if (header.magic != kMagic || header.key != key || header.bytes != bytes.size() || header.first != 0 ||
      header.levels > static_cast<std::uint32_t>(cell.level + 1) || header.checksum != checksum_of(header, content)) {
    return {};
  }
  RegionLevelsView view;
  view.first = static_cast<int>(header.first);
  Unpacker take(content);
  take(view.nodes);
  view.topology.resize(header.levels);
  view.arcs.resize(header.levels);
  for (std::size_t i = 0; i < header.levels; ++i) {
    for_each_array(view.topology[i], view.arcs[i], take);
    view.topology[i].nodes = static_cast<std::uint32_t>(view.nodes.size());
  }
  if (!take.done() || !points_inside(view) || !lie_in(view.nodes, cell) || !has_members(view, cell)) return {};
  return view;
}

Result<PartFolder> PartFolder::open(std::filesystem::path folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault || !std::filesystem::is_directory(folder)) {
    return Error{ErrorCode::io, fmt::format("{}: cannot be used as a work folder: {}", folder.string(),
                                            fault ? fault.message() : "it is no folder")};
  }
  return PartFolder(std::move(folder));
}

bool PartFolder::is_used(const std::filesystem::path& folder) {
  bool used = false;
  for_each_part(folder, [&](const std::filesystem::path&) { used = true; });
  return used;
}

std::filesystem::path PartFolder::path_of(std::uint64_t key) const {
  return folder_ / name_of(key);
}

void PartFolder::remove_all_but(const std::set<std::uint64_t>& keys) const {
  std::set<std::string> names;
  for (const std::uint64_t key : keys) names.insert(name_of(key));
  std::vector<std::filesystem::path> others;
  for_each_part(folder_, [&](const std::filesystem::path& path) {
    if (!names.contains(path.filename().string())) others.push_back(path);
  });
  std::error_code ignored;
  for (const std::filesystem::path& path : others) std::filesystem::remove(path, ignored);
}

std::optional<PackedLevels> PartFolder::find(std::uint64_t key) const {
  auto mapping = Mapping::open(path_of(key));
  if (!mapping) return {};
  auto held = std::make_shared<const Mapping>(*std::move(mapping));
  const std::span<const std::byte> bytes = held->bytes();
  return PackedLevels{std::move(held), bytes};
}

Outcome PartFolder::keep(std::uint64_t key, std::span<const std::byte> bytes) const {
  const std::array chunks{bytes};
  return write_file_atomically(path_of(key), chunks);
}

}  // namespace portolan
