// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/batch_query.hpp"

#include "portolan/graph/search_answer.hpp"

#include <algorithm>

namespace portolan {
namespace {

// Large enough that handing out pieces costs nothing, small enough that the last ones end together.
constexpr std::size_t kPairsOfBlocks = 256;
constexpr std::size_t kPairsOfPaths = 1;

BatchAnswer ask(PathQuery& query, Tile from, Tile to, const BatchRequest& request) noexcept {
  const PathResult result =
      query.find({.from = from, .to = to, .ends = request.ends, .max_expansions = request.max_expansions});
  return {.status = result.status,
          .why = result.why,
          .optimal = result.optimal(),
          .work = short_work(result.work),
          .cost = result.cost};
}

/// The i-th part of some values cut into parts of one size, the last one maybe shorter.
template <class T>
std::span<T> part_of(std::span<T> all, std::size_t i, std::size_t size) noexcept {
  return all.subspan(i * size, std::min(size, all.size() - i * size));
}

std::size_t parts(std::size_t count, std::size_t size) noexcept {
  return count / size + (count % size != 0 ? 1 : 0);
}

}  // namespace

BatchQuery::BatchQuery(World world, std::size_t profile, unsigned threads)
    : snapshot_(std::move(world), profile), pool_(threads) {
  const ProfileView& view = snapshot_.profile();
  // What says which tiles can be reached is for one thread.
  const bool by_islands = snapshot_.reach() == nullptr;
  if (by_islands && view.sight && view.sight->graph && view.sight->labels && view.sight->blocks) {
    const SightTierView& sight = *view.sight;
    if (snapshot_.any_angle()) price_ = view.rules.least_cost;
    for (unsigned i = 0; i < pool_.size(); ++i) {
      blocks_.emplace_back(sight.space, *sight.graph, *sight.labels, *sight.blocks);
    }
  } else {
    add_paths();
  }
}

void BatchQuery::add_paths() {
  while (paths_.size() < pool_.size()) paths_.emplace_back(snapshot_.world(), snapshot_.number());
}

void BatchQuery::use(std::shared_ptr<const Overlay> overlay) {
  for (PathQuery& query : paths_) query.use(nullptr);
  snapshot_.use(overlay);
  if (!snapshot_.edited()) return;
  try {
    add_paths();
    for (PathQuery& query : paths_) query.use(overlay);
  } catch (...) {
    snapshot_.use_file();
    for (PathQuery& query : paths_) query.use(nullptr);
    throw;
  }
}

std::size_t BatchQuery::piece() const noexcept {
  return by_blocks() ? kPairsOfBlocks : kPairsOfPaths;
}

Answer BatchQuery::pairs(std::span<const TilePair> pairs, const BatchRequest& request,
                         std::span<BatchAnswer> answers) noexcept {
  if (answers.size() != pairs.size()) return bad_size_answer();
  const std::size_t piece = this->piece();
  pool_.run(parts(pairs.size(), piece), [&](std::size_t i, unsigned worker) {
    answer_pairs(worker, part_of(pairs, i, piece), request, part_of(answers, i, piece));
  });
  return {.status = Status::found};
}

Answer BatchQuery::table(std::span<const Tile> from, std::span<const Tile> to, const BatchRequest& request,
                         std::span<BatchAnswer> answers) noexcept {
  if (!is_table(from.size(), to.size(), answers.size())) return bad_size_answer();
  if (answers.empty()) return {.status = Status::found};
  const std::size_t piece = this->piece();
  const std::size_t row_parts = parts(to.size(), piece);
  pool_.run(from.size() * row_parts, [&](std::size_t i, unsigned worker) {
    const std::size_t row = i / row_parts;
    const std::size_t part = i % row_parts;
    const std::span<BatchAnswer> row_answers = answers.subspan(row * to.size(), to.size());
    answer_row(worker, from[row], part_of(to, part, piece), request, part_of(row_answers, part, piece));
  });
  return {.status = Status::found};
}

void BatchQuery::answer_pairs(unsigned worker, std::span<const TilePair> pairs, const BatchRequest& request,
                              std::span<BatchAnswer> answers) noexcept {
  if (by_blocks()) {
    blocks_[worker].pairs(pairs, answers);
    for (std::size_t i = 0; i < pairs.size(); ++i) finish(worker, pairs[i], request.ends, answers[i]);
    return;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    answers[i] = ask(paths_[worker], pairs[i].from, pairs[i].to, request);
  }
}

void BatchQuery::answer_row(unsigned worker, Tile from, std::span<const Tile> to, const BatchRequest& request,
                            std::span<BatchAnswer> answers) noexcept {
  if (by_blocks()) {
    blocks_[worker].one_to_many(from, to, answers);
    for (std::size_t i = 0; i < to.size(); ++i) finish(worker, {from, to[i]}, request.ends, answers[i]);
    return;
  }
  for (std::size_t i = 0; i < to.size(); ++i) answers[i] = ask(paths_[worker], from, to[i], request);
}

/// Makes what blocks answered an answer in the unit of the profile, by the rule for ends. Lengths cost the one price of
/// the profile's terrain.
void BatchQuery::finish(unsigned worker, const TilePair& pair, EndRule rule, BatchAnswer& answer) noexcept {
  answer.cost *= price_;
  if (answer.status == Status::found || answer.status == Status::corrupt) return;
  const JudgedEnds ends(snapshot_, pair.from, pair.to, rule);
  Answer whole;
  if (ends.decided()) {
    whole = ends.answer();
  } else {
    Tile least = ends.to();
    for (const Tile goal : ends.goals()) {
      const TilePair moved{ends.from(), goal};
      blocks_[worker].pairs({&moved, 1}, {&answer, 1});
      const Cost cost = answer.cost * price_;
      if (goal != ends.to() && (answer.status != Status::found || cost >= whole.cost)) continue;
      whole = {.status = answer.status, .why = answer.why, .cost = cost, .lower_bound = cost};
      if (answer.status == Status::unreachable) whole.lower_bound = kInfiniteCost;
      least = goal;
      if (answer.status != Status::found) break;
    }
    ends.conclude(whole, least);
  }
  answer = {.status = whole.status, .why = whole.why, .optimal = whole.optimal(), .cost = whole.cost};
}

}  // namespace portolan
