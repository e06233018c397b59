// SPDX-License-Identifier: BSL-1.0
// Priority inheritance with backtracking (K. Okumura, M. Machida, X. Défago and Y. Tamura, "Priority inheritance with
// backtracking for iterative multi-agent path finding", 2019 and 2022), over moves that last: who wants a tile asks
// those who stand there to leave in time, and these ask others in turn. Who fails stays, and the one who asked takes
// its next best step.
#pragma once

#include "portolan/crowd/crowd_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace portolan::crowd {

/// Decides for one unit after the other. One thread at a time; the state must outlive it.
class Pusher {
 public:
  /// Units that can push each other in a row; the last of them stays.
  static constexpr std::size_t kMostInARow = 1024;

  /// @throws std::bad_alloc
  explicit Pusher(CrowdState& state);

  /// Decides for a unit that stands and has not decided, and for all that it pushes, at most so many; those beyond
  /// stay. Returns how many that were.
  std::uint64_t push(UnitId id, std::uint64_t most) noexcept;
  /// The same without a word to others: the next step of a least path that is free, or none.
  void withhold(UnitId id) noexcept;

 private:
  /// How a push ended.
  enum class Result : std::uint8_t {
    moved,
    stayed,
    slow,  ///< has not decided: it could leave, but not in time
  };
  struct Candidate {
    Step step;
    Cost key = 0;  ///< less is better
    std::uint8_t tie = 0;
    bool tried = false;
    bool stays = false;
  };
  struct Frame {
    UnitId unit = kNoUnit;
    Tick by = kNoTick;      ///< when its move must be over
    std::size_t mark = 0;   ///< moves that had been started before its own
    std::size_t count = 0;  ///< of candidates
    bool pushing = false;   ///< has claimed a tile, and waits for those who stand there
    bool slow = false;      ///< a candidate took too long
    bool given_up = false;  ///< has decided to stay, but lets the other go who is too slow
    std::array<Candidate, StepList::kRoom + 1> candidates;
  };

  void enter(UnitId id, Tick by) noexcept;
  void list(Frame& frame) noexcept;
  void list_turning(Frame& frame) noexcept;
  [[nodiscard]] Candidate* choose(Frame& frame) const noexcept;
  [[nodiscard]] bool before(const Unit& unit, const Candidate& a, const Candidate& b) const noexcept;
  [[nodiscard]] Result settle(const Frame& frame) noexcept;
  [[nodiscard]] bool may_stay(UnitId id) const noexcept;

  CrowdState& state_;
  std::vector<Frame> frames_;
  std::size_t depth_ = 0;
  Frame alone_;  ///< of a unit that pushes nobody
};

}  // namespace portolan::crowd
