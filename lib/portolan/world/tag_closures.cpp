// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/tag_closures.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace portolan {
namespace {

Error usage(std::size_t tag, std::string_view what) {
  return {ErrorCode::usage, "tag " + std::to_string(tag) + ": " + std::string(what)};
}

bool contains(std::span<const TerrainId> terrains, TerrainId id) noexcept {
  return std::ranges::find(terrains, id) != terrains.end();
}

/// The parts of floors, each in one page of tiles, in which the file has one of some terrains.
std::vector<Rect> parts_with(const World& world, std::span<const TerrainId> terrains) {
  std::vector<Rect> parts;
  if (terrains.empty()) return parts;
  const FloorStack& floors = world.floors();
  const auto next_page = [](std::int32_t at, std::int32_t end) {
    return std::min((at / kPageSide + 1) * kPageSide, end);
  };
  for (std::int32_t floor = 0; floor < floors.count; ++floor) {
    const Tile first = floors.tile(floor, {0, 0});
    const Rect all{first, {world.width(), first.y + floors.height}};
    for (std::int32_t y = all.min.y; y < all.max.y; y = next_page(y, all.max.y)) {
      for (std::int32_t x = all.min.x; x < all.max.x; x = next_page(x, all.max.x)) {
        const Rect part{{x, y}, {next_page(x, all.max.x), next_page(y, all.max.y)}};
        if (std::ranges::any_of(world.terrain().copy(part), [&](TerrainId id) { return contains(terrains, id); }))
          parts.push_back(part);
      }
    }
  }
  return parts;
}

}  // namespace

Result<TagClosures> TagClosures::make(const World& world, std::vector<Tag> tags, const TagOptions& options) {
  if (tags.size() > kMostTags) return Error{ErrorCode::usage, "more than 64 tags"};
  if (options.closures == 0) return Error{ErrorCode::usage, "no closures to be kept"};
  const std::size_t terrains = world.palette().size();
  const bool closes = options.closed < terrains && std::ranges::all_of(world.profiles(), [&](const ProfileView& view) {
                        return view.rules.cost[options.closed] == 0;
                      });
  if (!closes) return Error{ErrorCode::usage, "the terrain of what is closed is none, or one that a profile can pass"};
  Overlay trial(world);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const Tag& tag = tags[i];
    const bool has_terrains = std::ranges::all_of(tag.terrains, [&](TerrainId id) { return id < terrains; });
    if (!has_terrains) return usage(i, "a terrain that is not in the palette");
    for (const LinkId link : tag.links) {
      if (const Outcome closed = trial.close_link(link); !closed) return usage(i, closed.error().message);
    }
    for (const Rect& area : tag.areas) {
      if (const Outcome closed = trial.revert(area); !closed) return usage(i, closed.error().message);
    }
  }
  return TagClosures(world, std::move(tags), options);
}

TagClosures::TagClosures(const World& world, std::vector<Tag> tags, const TagOptions& options)
    : edits_(world), tags_(std::move(tags)), options_(options) {
  for (const Tag& tag : tags_) parts_.push_back(parts_with(world, tag.terrains));
}

/// The tags that a unit has not, but for those that are on nothing.
TagSet TagClosures::lacking(TagSet has) const noexcept {
  TagSet lacks = 0;
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    const bool closes = !tags_[i].links.empty() || !tags_[i].areas.empty() || !parts_[i].empty();
    if (closes && (has >> i & 1U) == 0) lacks |= TagSet{1} << i;
  }
  return lacks;
}

/// Closes the tiles of a part of the map that the file gives some terrains.
void TagClosures::close_terrains(Overlay& closed, const Rect& part, std::span<const TerrainId> terrains) const {
  const World& world = closed.world();
  const std::vector<TerrainId> file = world.terrain().copy(part);
  std::vector<TerrainId> tiles = closed.copy_terrain(part);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (contains(terrains, file[i])) tiles[i] = options_.closed;
  }
  (void)closed.set_tiles(part, tiles);
}

Overlay TagClosures::closed_to(TagSet lacks) const {
  Overlay closed = edits_;
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    if ((lacks >> i & 1U) == 0) continue;
    // What make() took fits.
    for (const LinkId link : tags_[i].links) (void)closed.close_link(link);
    for (const Rect& area : tags_[i].areas) (void)closed.set_terrain(area, options_.closed);
    for (const Rect& part : parts_[i]) close_terrains(closed, part, tags_[i].terrains);
  }
  return closed;
}

TagView TagClosures::view(TagSet has) {
  const TagSet lacks = lacking(has);
  auto at = std::ranges::find(closures_, lacks, &Closure::lacks);
  if (at == closures_.end()) {
    if (closures_.size() == options_.closures) return {{.status = Status::out_of_budget, .why = Why::no_room}, nullptr};
    closures_.push_back({lacks, false, std::make_shared<const Overlay>(closed_to(lacks))});
    at = closures_.end() - 1;
  } else if (at->stale) {
    Overlay next = closed_to(lacks);
    (void)next.adopt(*at->overlay);
    at->overlay = std::make_shared<const Overlay>(std::move(next));
    at->stale = false;
  }
  return {{.status = Status::found}, at->overlay};
}

void TagClosures::forget(TagSet has) noexcept {
  const TagSet lacks = lacking(has);
  std::erase_if(closures_, [&](const Closure& closure) { return closure.lacks == lacks; });
}

void TagClosures::use(const Overlay& edits) {
  if (edits.world().bytes().data() != edits_.world().bytes().data()) {
    throw std::invalid_argument("TagClosures::use: an overlay of another world");
  }
  Overlay next = edits;
  edits_ = std::move(next);
  for (Closure& closure : closures_) closure.stale = true;
}

std::size_t TagClosures::refresh(std::size_t regions) {
  std::size_t left = 0;
  for (Closure& closure : closures_) {
    Overlay next = closure.stale ? closed_to(closure.lacks) : *closure.overlay;
    if (closure.stale) (void)next.adopt(*closure.overlay);
    const std::size_t before = next.refresh(0);
    const std::size_t after = next.refresh(regions);
    regions -= std::min(regions, before - after);
    left += after;
    closure.overlay = std::make_shared<const Overlay>(std::move(next));
    closure.stale = false;
  }
  return left;
}

}  // namespace portolan
