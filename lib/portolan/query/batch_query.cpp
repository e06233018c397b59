// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/batch_query.hpp"

#include <algorithm>

namespace portolan {
namespace {

// Large enough that handing out pieces costs nothing, small enough that the last ones end together.
constexpr std::size_t kPairsOfBlocks = 256;
constexpr std::size_t kPairsOfPaths = 1;

BatchAnswer ask(PathQuery& query, Tile from, Tile to) noexcept {
  const PathResult result = query.find({.from = from, .to = to});
  return {result.status, result.cost};
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
    : world_(std::move(world)), pool_(threads), piece_(kPairsOfPaths) {
  const ProfileView& view = world_.profiles()[profile];
  if (view.sight && view.sight->graph && view.sight->labels && view.sight->blocks) {
    const SightTierView& sight = *view.sight;
    piece_ = kPairsOfBlocks;
    if (view.rules.metric == Metric::any_angle) price_ = view.rules.least_cost;
    for (unsigned i = 0; i < pool_.size(); ++i) {
      blocks_.emplace_back(sight.space, *sight.graph, *sight.labels, *sight.blocks);
    }
  } else {
    for (unsigned i = 0; i < pool_.size(); ++i) paths_.emplace_back(world_, profile);
  }
}

bool BatchQuery::pairs(std::span<const TilePair> pairs, std::span<BatchAnswer> answers) noexcept {
  if (answers.size() != pairs.size()) return false;
  pool_.run(parts(pairs.size(), piece_), [&](std::size_t i, unsigned worker) {
    answer_pairs(worker, part_of(pairs, i, piece_), part_of(answers, i, piece_));
  });
  return true;
}

bool BatchQuery::one_to_many(Tile from, std::span<const Tile> to, std::span<BatchAnswer> answers) noexcept {
  return many_to_many({&from, 1}, to, answers);
}

bool BatchQuery::many_to_many(std::span<const Tile> from, std::span<const Tile> to,
                              std::span<BatchAnswer> answers) noexcept {
  if (from.empty() || to.empty()) return answers.empty();
  if (answers.size() / to.size() != from.size() || answers.size() % to.size() != 0) return false;
  const std::size_t row_parts = parts(to.size(), piece_);
  pool_.run(from.size() * row_parts, [&](std::size_t i, unsigned worker) {
    const std::size_t row = i / row_parts;
    const std::size_t part = i % row_parts;
    const std::span<BatchAnswer> row_answers = answers.subspan(row * to.size(), to.size());
    answer_row(worker, from[row], part_of(to, part, piece_), part_of(row_answers, part, piece_));
  });
  return true;
}

void BatchQuery::answer_pairs(unsigned worker, std::span<const TilePair> pairs,
                              std::span<BatchAnswer> answers) noexcept {
  if (!blocks_.empty()) {
    blocks_[worker].pairs(pairs, answers);
    return apply_price(answers);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) answers[i] = ask(paths_[worker], pairs[i].from, pairs[i].to);
}

void BatchQuery::answer_row(unsigned worker, Tile from, std::span<const Tile> to,
                            std::span<BatchAnswer> answers) noexcept {
  if (!blocks_.empty()) {
    blocks_[worker].one_to_many(from, to, answers);
    return apply_price(answers);
  }
  for (std::size_t i = 0; i < to.size(); ++i) answers[i] = ask(paths_[worker], from, to[i]);
}

/// Lengths cost the one price of the profile's terrain.
void BatchQuery::apply_price(std::span<BatchAnswer> answers) const noexcept {
  for (BatchAnswer& answer : answers) answer.cost *= price_;
}

}  // namespace portolan
