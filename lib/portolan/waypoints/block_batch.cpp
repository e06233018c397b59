// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/block_batch.hpp"

#include <algorithm>

namespace portolan {
namespace {

// How many queries ahead of the one answered.
constexpr std::size_t kOffsetAhead = 4;
constexpr std::size_t kBlockAhead = 2;

constexpr BatchAnswer kCorrupt{.status = Status::corrupt, .why = Why::bad_reference};
constexpr BatchAnswer kBadStart{.status = Status::bad_start, .why = Why::blocked};
constexpr BatchAnswer kBadGoal{.status = Status::bad_goal, .why = Why::blocked};
constexpr BatchAnswer kUnreachable{.status = Status::unreachable, .why = Why::exhausted, .optimal = true};

}  // namespace

void BlockBatch::pairs(std::span<const TilePair> pairs, std::span<BatchAnswer> answers) noexcept {
  if (!join_.well_formed()) return std::fill(answers.begin(), answers.end(), kCorrupt);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i + kOffsetAhead < pairs.size()) {
      join_.prefetch_offset(pairs[i + kOffsetAhead].from);
      join_.prefetch_offset(pairs[i + kOffsetAhead].to);
    }
    if (i + kBlockAhead < pairs.size()) {
      join_.prefetch_block(pairs[i + kBlockAhead].from);
      join_.prefetch_block(pairs[i + kBlockAhead].to);
    }
    const auto& [start, goal] = pairs[i];
    const EndsVerdict ends = judge_ends(join_, start, goal);
    answers[i] =
        ends == EndsVerdict::apart ? answer_of(join_.join(start, goal), start, goal) : answer_of(ends, start, goal);
  }
}

void BlockBatch::one_to_many(Tile start, std::span<const Tile> goals, std::span<BatchAnswer> answers) noexcept {
  if (!join_.well_formed()) return std::fill(answers.begin(), answers.end(), kCorrupt);
  if (!join_.stands(start)) return std::fill(answers.begin(), answers.end(), kBadStart);
  const Status begun = join_.begin(start);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i + kOffsetAhead < goals.size()) join_.prefetch_offset(goals[i + kOffsetAhead]);
    if (i + kBlockAhead < goals.size()) join_.prefetch_block(goals[i + kBlockAhead]);
    const Tile goal = goals[i];
    const EndsVerdict ends = judge_goal(join_, start, goal);
    answers[i] = ends != EndsVerdict::apart ? answer_of(ends, start, goal)
                 : begun == Status::found   ? answer_of(join_.join_begun(start, goal), start, goal)
                                            : answer_of(LabelJoin::Way{.status = begun}, start, goal);
  }
}

BatchAnswer BlockBatch::answer_of(const LabelJoin::Way& way, Tile start, Tile goal) noexcept {
  switch (way.status) {
    case Status::found:
      return {.status = Status::found, .optimal = true, .cost = way.cost};
    case Status::unreachable:
      return kUnreachable;
    case Status::undecided:
      break;
    default:
      return kCorrupt;
  }
  const SightPath path = left_out_.find(join_, start, goal);
  return {.status = path.status,
          .why = path.why,
          .optimal = path.optimal(),
          .work = short_work(path.work),
          .cost = path.cost};
}

/// Where the ends alone decide.
BatchAnswer BlockBatch::answer_of(EndsVerdict ends, Tile start, Tile goal) const noexcept {
  if (ends == EndsVerdict::bad_start) return kBadStart;
  if (ends == EndsVerdict::bad_goal) return kBadGoal;
  return {.status = Status::found, .optimal = true, .cost = metric_.length(join_.point(start), join_.point(goal))};
}

}  // namespace portolan
