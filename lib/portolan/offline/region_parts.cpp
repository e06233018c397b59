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

constexpr std::uint64_t kMagic = 0x3254'5241'504e'5250;  // "PRNPART2"
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

/// Whether the members cut the arcs of a region, which lead to members.
bool is_sound(const RegionView& region, const RegionEntry& entry) noexcept {
  const std::span<const RegionMember> members = region.members;
  if (!members.empty() && (members.front().first != 0 || members.back().first > region.arcs.size())) return false;
  if (!std::ranges::is_sorted(members, {}, &RegionMember::first)) return false;
  Cost largest = 0;
  for (std::size_t arc = 0; arc < region.arcs.size(); ++arc) {
    const Cost weight = region.arcs.weight(arc);
    // What a level above is made from (InnerGraphLoader).
    if (region.arcs.target(arc) >= members.size() || weight == 0 || weight >= kInfiniteCost / 2) return false;
    largest = std::max(largest, weight);
  }
  return entry.weight_bytes == weight_bytes_for(largest);
}

/// Whether all regions are sound, and their records together as long as what holds them.
bool are_sound(const RegionRecordsView& level) noexcept {
  std::uint64_t words = 0;
  for (std::size_t number = 0; number < level.index.size(); ++number) {
    const auto region = level.region(number);
    if (!region || !is_sound(*region, level.index[number])) return false;
    words += record_words(level.index[number]);
  }
  return words == level.words.size();
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
  for (std::size_t level = 0; level < levels.records.size(); ++level) {
    const RegionRecordsView& records = levels.records[level];
    const LevelTopology expected = collect_members(layout, static_cast<int>(level), levels.nodes);
    if (records.index.size() + 1 != expected.first.size()) return false;
    for (std::size_t number = 0; number < records.index.size(); ++number) {
      if (!std::ranges::equal(*records.members(number), expected.of(number), {}, &RegionMember::node)) return false;
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
  RegionLevelsView view{levels.first, levels.nodes, {}};
  for (const RegionRecords& level : levels.records) view.records.push_back(level.view());
  return view;
}

PackedLevels pack_levels(const RegionLevels& levels, std::uint64_t key, const Scratch& scratch) {
  const auto for_all = [&](auto&& visit) {
    visit(levels.nodes);
    for (const RegionRecords& level : levels.records) {
      visit(level.index);
      visit(level.words);
    }
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
  header.levels = static_cast<std::uint32_t>(levels.records.size());
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
  view.records.resize(header.levels);
  for (RegionRecordsView& level : view.records) {
    take(level.index);
    take(level.words);
  }
  if (!take.done() || !std::ranges::all_of(view.records, are_sound) || !lie_in(view.nodes, cell) ||
      !has_members(view, cell))
    return {};
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
