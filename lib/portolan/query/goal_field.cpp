// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/goal_field.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/query/nearest_tile.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

Answer found(Cost cost, std::uint64_t work) noexcept {
  if (cost != kInfiniteCost) return {.status = Status::found, .cost = cost, .lower_bound = cost, .work = work};
  return {.status = Status::unreachable, .why = Why::exhausted, .lower_bound = kInfiniteCost, .work = work};
}

}  // namespace

GoalField::GoalField(World world, std::size_t profile, DistanceArena& arena)
    : snapshot_(std::move(world), profile),
      distances_(snapshot_, &arena),
      columns_(static_cast<std::uint32_t>((snapshot_.grid().width + kBlockSide - 1) / kBlockSide)),
      bound_(snapshot_.links(), snapshot_.world().floors()) {
  if (snapshot_.any_angle() || snapshot_.grid().edges != nullptr) {
    paths_.emplace(snapshot_.world(), snapshot_.number());
    if (snapshot_.any_angle()) first_leg_.emplace(PathRoom{.points = 2});
  } else {
    equal_paths_.emplace(snapshot_, distances_);
  }
  forget_goal();
}

void GoalField::use(std::shared_ptr<const Overlay> overlay) {
  const auto use_file = [this] {
    if (paths_) paths_->use(nullptr);
    snapshot_.use_file();
    distances_.use_file();
    forget_goal();
  };
  use_file();
  try {
    snapshot_.use(overlay);
    distances_.use();
    if (snapshot_.edited() && paths_) paths_->use(std::move(overlay));
  } catch (...) {
    use_file();
    throw;
  }
  forget_goal();
}

/// For the snapshot as it is now, which nothing is known of yet.
void GoalField::forget_goal() noexcept {
  aimed_ = {.status = Status::bad_goal, .why = Why::outside};
  forget_tiles();
}

void GoalField::forget_tiles() noexcept {
  for (HeldTile& held : held_) held.block = kNoBlock;
  file_tile_.block = kNoBlock;
  bound_aimed_ = equal_aimed_ = false;
}

Answer GoalField::aim(Tile goal, EndRule ends) noexcept {
  forget_tiles();
  const GridView& grid = snapshot_.grid();
  goal_ = goal;
  if (ends == EndRule::nearest && !grid.passable(goal)) {
    const NearestTiles nearest = nearest_standing_tiles(grid, snapshot_.profile().islands, goal, kAnyIsland);
    if (!nearest.tiles().empty()) goal_ = nearest.tiles().front();
  }
  if (grid.passable(goal_)) {
    distances_.aim(goal_);
    aimed_ = {.status = Status::found, .why = goal_ == goal ? Why::none : Why::moved_end};
  } else {
    aimed_ = {.status = Status::bad_goal, .why = grid.contains(goal_) ? Why::blocked : Why::outside};
  }
  return aimed_;
}

/// What the ends alone decide; `undecided` if they do not.
Answer GoalField::judge(Tile from) const noexcept {
  if (aimed_.status != Status::found) return aimed_;
  const JudgedEnds ends(snapshot_, from, goal_, EndRule::exact);
  if (ends.decided()) return ends.answer();
  return from == goal_ ? found(0, 0) : Answer{.status = Status::undecided};
}

Answer GoalField::cost(const FieldRequest& request) noexcept {
  const Answer judged = judge(request.from);
  return judged.status != Status::undecided ? judged : ask(request);
}

Answer GoalField::costs(std::span<const Tile> from, std::uint64_t max_expansions,
                        std::span<BatchAnswer> answers) noexcept {
  if (answers.size() != from.size()) return bad_size_answer();
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Answer answer = cost({from[i], max_expansions});
    answers[i] = {.status = answer.status,
                  .why = answer.why,
                  .optimal = answer.optimal(),
                  .work = short_work(answer.work),
                  .cost = answer.cost};
  }
  return {.status = Status::found};
}

Answer GoalField::ask(const FieldRequest& request) noexcept {
  return tier() == Tier::automatic ? ask_path(request, nullptr) : ask_tile(request.from, request.max_expansions);
}

Answer GoalField::ask_tile(Tile from, std::uint64_t budget) noexcept {
  const DistanceTile* tile = nullptr;
  if (const Answer held = hold(from, budget, tile); held.status != Status::found) return held;
  return found(tile->cost[bit_of(from)], tile->work);
}

/// The tile of a position: at hand, in the arena, or made. It takes the same wherever it comes from.
Answer GoalField::hold(Tile position, std::uint64_t budget, const DistanceTile*& tile) noexcept {
  const Tile at{position.x / kBlockSide, position.y / kBlockSide};
  const auto block = static_cast<std::uint32_t>(at.y) * columns_ + static_cast<std::uint32_t>(at.x);
  HeldTile& held = held_[static_cast<std::size_t>(at.x % 2 + 2 * (at.y % 2))];
  tile = &held.tile;
  if (held.block != block) {
    held.block = kNoBlock;
    const Answer filled = distances_.fill(position, budget, held.tile);
    if (filled.status != Status::found) return filled;
    held.block = block;
  }
  return held.tile.work > budget ? spent_answer(budget) : Answer{.status = Status::found};
}

Answer GoalField::ask_path(const FieldRequest& request, Path* path) noexcept {
  const PathRequest asked{.from = request.from, .to = goal_, .max_expansions = request.max_expansions};
  return path == nullptr ? paths_->find(asked) : paths_->find(asked, *path);
}

NextStep GoalField::next_step(const FieldRequest& request) noexcept {
  const Answer judged = judge(request.from);
  if (judged.status == Status::found) return {judged, request.from, kNoLink, centre_of(request.from)};
  if (judged.status != Status::undecided) return {judged};
  return snapshot_.any_angle() ? first_leg(request) : look_for_step(request);
}

NextStep GoalField::look_for_step(const FieldRequest& request) noexcept {
  const Tile from = request.from;
  NextStep step{ask(request)};
  if (step.status != Status::found) return step;
  const Cost cost = step.cost;
  bool done = false;
  const auto consider = [&](Tile to, Cost by, LinkId link) noexcept {
    if (done || by > cost) return;
    const Answer rest = to == goal_ ? found(0, 0) : ask({to, request.max_expansions});
    if (rest.status != Status::found && rest.status != Status::unreachable) {
      static_cast<Answer&>(step) = rest;
      done = true;
      return;
    }
    step.work = std::max(step.work, rest.work);
    if (rest.status != Status::found || by + rest.cost != cost) return;
    step.tile = to;
    step.link = link;
    step.point = centre_of(to);
    done = true;
  };
  for_each_step(snapshot_.grid(), snapshot_.grid().bounds(), from,
                [&](Tile to, Cost by) { consider(to, by, kNoLink); });
  snapshot_.links().for_each_leaving(from, [&](const LinkArc& arc) { consider(arc.other, arc.cost, arc.link); });
  // On a sound file a least path begins with one of them.
  if (!done) static_cast<Answer&>(step) = corrupt_answer(step.work);
  return step;
}

NextStep GoalField::random_step(const RandomStepRequest& request) noexcept {
  const FieldRequest asked{request.from, request.max_expansions};
  if (!equal_paths_) {
    NextStep step = next_step(asked);
    if (!snapshot_.any_angle() && step.status == Status::found && request.from != goal_) {
      step = {{.status = Status::undecided, .why = Why::tier_missing}};
    }
    return step;
  }
  const Answer judged = judge(request.from);
  if (judged.status == Status::found) return {judged, request.from, kNoLink, centre_of(request.from)};
  NextStep step{judged.status == Status::undecided ? ask(asked) : judged};
  if (step.status != Status::found) return step;
  if (!equal_aimed_) equal_paths_->aim(goal_);
  equal_aimed_ = true;
  const Answer counted = equal_paths_->add(request.from, request.max_expansions);
  if (counted.status != Status::found) {
    // What was done in vain depends on what was known before.
    const bool spent = counted.status == Status::out_of_budget;
    return {spent ? spent_answer(request.max_expansions)
                  : Answer{.status = counted.status, .why = counted.why, .work = step.work}};
  }
  static_cast<Answer&>(step) = counted;
  Draws draws(request.seed, {request.unit, request.step});
  const EqualPaths::Next next = equal_paths_->draw(equal_paths_->at(request.from), draws);
  step.tile = equal_paths_->tile(next.node);
  step.link = next.link;
  step.point = centre_of(step.tile);
  return step;
}

NextStep GoalField::first_leg(const FieldRequest& request) noexcept {
  NextStep step{ask_path(request, &*first_leg_)};
  if (!has_path(step.status)) return step;
  const auto points = first_leg_->points();
  step.point = points.size() > 1 ? points[1] : centre_of(goal_);
  step.tile = tile_at(step.point);
  return step;
}

FieldBound GoalField::lower_bound(Tile from) noexcept {
  const Answer judged = judge(from);
  if (judged.status == Status::found) return {};
  if (judged.status != Status::undecided) return {kInfiniteCost};
  if (tier() == Tier::labels) {
    const Answer answer = ask_tile(from, 0);
    if (answer.status != Status::corrupt) return {answer.lower_bound, BoundSource::labels};
  } else if (distances_.has_labels() && !snapshot_.eased()) {
    const auto block =
        static_cast<std::uint32_t>(from.y / kBlockSide) * columns_ + static_cast<std::uint32_t>(from.x / kBlockSide);
    const bool known = file_tile_.block == block;
    if (known || distances_.fill_by_labels(from, file_tile_.tile).status == Status::found) {
      file_tile_.block = block;
      return {file_tile_.tile.cost[bit_of(from)], BoundSource::labels};
    }
    file_tile_.block = kNoBlock;
  }
  if (!snapshot_.any_angle()) {
    if (!bound_aimed_) bound_.aim(goal_, Toward::goal);
    bound_aimed_ = true;
    return {bound_.of(from)};
  }
  const SightMetric metric{.norm = Norm::euclidean, .fraction_bits = snapshot_.profile().sight->fraction_bits};
  const Contact contact = snapshot_.contact();
  return {metric.lower_bound(point_of(contact, from), point_of(contact, goal_)) * snapshot_.grid().rules->least_cost};
}

}  // namespace portolan
