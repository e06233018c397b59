// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/leg_walker.hpp"

#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_tier.hpp"

#include <utility>

namespace portolan {

struct LegWalker::Parts {
  Parts(World world, std::size_t profile)
      : snapshot(std::move(world), profile),
        regions(snapshot.profile(), snapshot.grid(), snapshot.links()),
        maker(snapshot, regions),
        judge(snapshot, maker) {}

  void use_file() noexcept {
    snapshot.use_file();
    regions.use_file();
    judge.use_file();
  }

  ProfileSnapshot snapshot;
  RegionTier regions;
  LegMaker maker;
  PathJudge judge;
};

LegWalker::LegWalker(World world, std::size_t profile) : parts_(std::make_unique<Parts>(std::move(world), profile)) {}
LegWalker::LegWalker(LegWalker&&) noexcept = default;
LegWalker& LegWalker::operator=(LegWalker&&) noexcept = default;
LegWalker::~LegWalker() = default;

void LegWalker::use(std::shared_ptr<const Overlay> overlay) {
  parts_->use_file();
  try {
    parts_->snapshot.use(std::move(overlay));
    parts_->regions.use(parts_->snapshot.dirty(), parts_->snapshot.refreshed());
    parts_->maker.make_room();
    parts_->judge.use();
  } catch (...) {
    parts_->use_file();
    throw;
  }
}

bool LegWalker::knows(const Path& path) const noexcept {
  const ProfileSnapshot& snapshot = parts_->snapshot;
  const Path::State& state = path.state_;
  return state.world == snapshot.world().bytes().data() && state.file == snapshot.file() &&
         state.profile == snapshot.number();
}

LegStatus LegWalker::next(Path& path, Leg& leg) noexcept {
  if (path.state_.legs == Path::Legs::none) return LegStatus::done;
  if (!knows(path)) return LegStatus::stale;
  std::uint64_t budget = ~std::uint64_t{0};
  switch (parts_->maker.next(path, leg, budget)) {
    case Unpacked::leg:
      return LegStatus::ready;
    case Unpacked::done:
      return LegStatus::done;
    case Unpacked::full:
      return LegStatus::truncated;
    default:
      return path.state_.edited || parts_->snapshot.edited() ? LegStatus::stale : LegStatus::corrupt;
  }
}

const LegCounts& LegWalker::counts() const noexcept {
  return parts_->maker.counts();
}

PathValidity LegWalker::still_valid(const Path& path) noexcept {
  if (knows(path)) return parts_->judge.judge(path);
  return {{.status = Status::bad_request, .why = Why::bad_reference}};
}

}  // namespace portolan
