// SPDX-License-Identifier: BSL-1.0
// How several processes share the cells of one build: one builds the world and lends cells to the others, which leave
// what they make in a work folder that all of them see.
#pragma once

#include "portolan/core/geometry.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace portolan {

/// How the map is cut into cells, which only the process that builds has to find out.
struct CellCut {
  int level = 0;                ///< of the regions that are cells
  Tile shift;                   ///< of the lines between regions
  std::uint64_t crossings = 0;  ///< portals on these lines, which tell what memory a cell takes
};

/// The cells of one profile.
struct CellBatch {
  std::uint32_t profile = 0;  ///< its place among the profiles
  CellCut cut;
  std::size_t count = 0;
  unsigned threads = 1;  ///< cells that the process at hand makes at a time
};

/// A cell to be made.
struct CellLease {
  CellCut cut;             ///< of the batch that it is of
  std::size_t number = 0;  ///< from 0 to its count - 1
};

/// What became of a cell that was lent.
enum class CellFate : std::uint8_t {
  made,
  refused,  ///< for lack of memory or of room in the folder
};

/// Others who help the process that builds. Cells that nobody leaves in the work folder are made by the build
/// afterwards, so what they do changes no byte.
class CellCrew {
 public:
  virtual ~CellCrew() = default;
  /// Has the cells made, by the others and by `make(number)` here, on up to batch.threads threads at once; returns when
  /// all are. Called again for smaller cells where some took too much memory. @throws what `make` throws
  virtual void make_cells(const CellBatch& batch, const std::function<void(std::size_t number)>& make) = 0;
  /// No further cells of a profile are made.
  virtual void finish(std::uint32_t profile) = 0;
};

/// Where a process that helps gets cells from. Safe to call from several threads.
class CellSource {
 public:
  virtual ~CellSource() = default;
  /// The next cell of a profile for a worker, of those from 0 on that the process has; waits for it. Nothing when the
  /// profile needs no more help.
  virtual std::optional<CellLease> next(std::uint32_t profile, unsigned worker) = 0;
  /// Tells what became of it.
  virtual void report(std::uint32_t profile, unsigned worker, const CellLease& lease, CellFate fate) = 0;
};

}  // namespace portolan
