// SPDX-License-Identifier: BSL-1.0
// Region levels of cells as bytes, kept until all are made: in memory, in scratch files, or in a folder from which a
// later build takes those whose input is the same.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/shared_array.hpp"
#include "portolan/offline/region_cells.hpp"
#include "portolan/regions/region_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace portolan {

/// RegionLevels wherever they lie. A view: owns nothing.
struct RegionLevelsView {
  int first = 0;
  std::span<const RegionNode> nodes;
  std::vector<RegionRecordsView> records;
};

[[nodiscard]] RegionLevelsView view_of_levels(const RegionLevels& levels);

/// Bytes that something holds.
struct PackedLevels {
  std::shared_ptr<const void> held;
  std::span<const std::byte> bytes;
};

/// Region levels as bytes with a checksum, and the key of what they were made from.
[[nodiscard]] PackedLevels pack_levels(const RegionLevels& levels, std::uint64_t key, const Scratch& scratch);

/// What such bytes hold of a cell, whose alignment must be that of a Cost; nothing where they are cut short or damaged,
/// or have another key. All numbers in the view point inside it, and its regions and tiles are those of the cell.
/// O(bytes).
[[nodiscard]] std::optional<RegionLevelsView> unpack_levels(std::span<const std::byte> bytes, std::uint64_t key,
                                                            const RegionCell& cell);

/// A folder of region levels by key, which the builds of a world leave to later ones. Any number of processes may read
/// it and add to it at once.
class PartFolder {
 public:
  /// Makes the folder, if it is not there. Errors: io.
  static Result<PartFolder> open(std::filesystem::path folder);
  /// Whether something is kept in a folder.
  [[nodiscard]] static bool is_used(const std::filesystem::path& folder);

  /// The bytes kept under a key, whatever they are, for unpack_levels; nothing where there are none.
  [[nodiscard]] std::optional<PackedLevels> find(std::uint64_t key) const;
  /// Keeps bytes, which readers see whole or not at all. Errors: io.
  [[nodiscard]] Outcome keep(std::uint64_t key, std::span<const std::byte> bytes) const;
  /// Removes what is kept under other keys. What cannot be removed stays.
  void remove_all_but(const std::set<std::uint64_t>& keys) const;

 private:
  explicit PartFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] std::filesystem::path path_of(std::uint64_t key) const;
  std::filesystem::path folder_;
};

}  // namespace portolan
