// SPDX-License-Identifier: BSL-1.0
// What every stage of a build is given: threads, a plan of memory, and ears for what it did.
#pragma once

#include "portolan/core/parallel.hpp"
#include "portolan/core/shared_array.hpp"
#include "portolan/offline/cell_crew.hpp"
#include "portolan/offline/give_back_memory.hpp"
#include "portolan/offline/memory_plan.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace portolan {

/// The level of regions that are cells unless a build says otherwise: 2048 x 2048 tiles.
inline constexpr int kCellLevel = 6;
/// The lowest and the highest level that cells may be of.
inline constexpr int kLeastCellLevel = 1;
inline constexpr int kMostCellLevel = 15;

/// What a build may use, and who hears of its stages. Neither threads nor progress change the result.
struct ResourceOptions {
  unsigned threads = 0;  ///< 0: one a core; at most kMaxThreads are used; the result does not depend on it
  std::uint64_t memory = std::uint64_t{4} << 30;  ///< bytes that the build may take, those of the map included
  /// Where large arrays go in files without a name if they do not fit the memory; empty: they must fit.
  std::filesystem::path scratch_folder = {};
  /// Where region levels of cells are left for later builds, which take those whose input is the same; empty: nowhere.
  std::filesystem::path work_folder = {};
  /// The level of regions that are cells, made one by one; lower where memory is short.
  int cell_level = kCellLevel;
  /// Who helps to make cells, through the work folder, which must then be given; nullptr: nobody.
  CellCrew* crew = nullptr;
  /// Called with the name of each stage as it begins and its seconds as it ends (negative while it runs). May be empty.
  std::function<void(std::string_view stage, double seconds)> progress = {};
  /// Called, on the thread that builds, with the part of a stage's loop that is done, from 0 to 1; a stage may have
  /// several loops, or none. May be empty.
  std::function<void(double part)> part_done = {};
};

/// The state that the stages of one build share. One thread at a time; internal to the module.
class BuildContext {
 public:
  /// The options must outlive it.
  explicit BuildContext(const ResourceOptions& options) : options_(options), memory_(options.memory) {}

  /// Decides where large arrays lie, by the tiles of the map.
  void plan_arrays(std::uint64_t tiles) {
    const bool fits = tiles <= options_.memory / kArrayBytesPerTile;
    if (!fits && !options_.scratch_folder.empty()) scratch_ = Scratch(options_.scratch_folder);
  }
  [[nodiscard]] const Scratch& scratch() const noexcept { return scratch_; }
  [[nodiscard]] const std::filesystem::path& work_folder() const noexcept { return options_.work_folder; }
  /// Notes which parts in the work folder are of this world.
  void use_parts(const std::vector<std::uint64_t>& keys) { parts_.insert(keys.begin(), keys.end()); }
  [[nodiscard]] const std::set<std::uint64_t>& parts() const noexcept { return parts_; }
  [[nodiscard]] CellCrew* crew() const noexcept { return options_.crew; }
  [[nodiscard]] int cell_level() const noexcept { return options_.cell_level; }

  [[nodiscard]] unsigned threads() const noexcept { return options_.threads; }
  [[nodiscard]] MemoryPlan& memory() noexcept { return memory_; }

  /// What is being built, as notes and errors name it: "profile 'walker'". Empty: the world has no parts to tell apart.
  [[nodiscard]] const std::string& subject() const noexcept { return subject_; }
  void set_subject(std::string subject) { subject_ = std::move(subject); }

  /// Notes about the subject what was chosen or left out, for the provenance.
  void note(std::string text) {
    notes_.push_back(subject_.empty() ? std::move(text) : subject_ + ": " + std::move(text));
  }
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }

  /// Does the work of a stage, or of a part of one, telling progress when it begins and ends. Returns what it returns.
  template <class Work>
  auto run(std::string_view name, Work&& work) const {
    if (options_.progress) options_.progress(name, -1);
    const LoopWatch watch(options_.part_done);
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (options_.progress) options_.progress(name, taken.count());
    give_back_memory();
    return result;
  }

 private:
  /// About what a mover's arrays take of any map, those that are needed while they are made included.
  static constexpr std::uint64_t kArrayBytesPerTile = 40;

  const ResourceOptions& options_;
  MemoryPlan memory_;
  Scratch scratch_;
  std::set<std::uint64_t> parts_;
  std::string subject_;
  std::vector<std::string> notes_;
};

}  // namespace portolan
