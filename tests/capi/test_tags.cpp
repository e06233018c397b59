// SPDX-License-Identifier: BSL-1.0
// Tags in C: the same views as those of TagClosures, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/world/tag_closures.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::WorldHandle;

using TagsHandle = test::Handle<portolan_tags, portolan_tags_destroy>;

constexpr std::array<portolan_rect, 2> kAreas{{{{10, 10}, {30, 12}}, {{50, 4}, {52, 40}}}};

/// A terrain that nobody can pass, of a world that has one.
std::uint8_t closed_in(const World& world) {
  std::uint8_t id = 0;
  while (world.profiles()[0].rules.cost[id] != 0) ++id;
  return id;
}

}  // namespace

TEST_CASE("tags in C are those of TagClosures") {
  const test::BuiltWorld built = test::labelled_rooms(4);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  const std::uint8_t closed = closed_in(built.world());
  const std::uint8_t open = closed == 0 ? 1 : 0;
  std::array<portolan_tag, 3> tags{};
  tags[0].areas = kAreas.data();
  tags[0].area_count = 1;
  tags[1].areas = kAreas.data() + 1;
  tags[1].area_count = 1;
  tags[2].terrains = &open;
  tags[2].terrain_count = 1;
  TagsHandle made;
  REQUIRE(portolan_tags_create(world.get(), tags.data(), tags.size(), closed, 3, made.address()) == PORTOLAN_OK);
  auto wanted = TagClosures::make(
      built.world(), {{.areas = {{{10, 10}, {30, 12}}}}, {.areas = {{{50, 4}, {52, 40}}}}, {.terrains = {open}}},
      {.closed = closed, .closures = 3});
  REQUIRE(wanted.has_value());
  const auto same = [&](std::uint64_t has) {
    OverlayHandle view;
    REQUIRE(portolan_tags_view(made.get(), has, view.address()) == PORTOLAN_OK);
    const TagView right = wanted->view(has);
    for (std::int32_t y = 0; y < built.world().height(); ++y) {
      for (std::int32_t x = 0; x < built.world().width(); ++x) {
        std::uint8_t terrain = 0;
        REQUIRE(portolan_overlay_get_terrain(view.get(), {x, y}, &terrain) == PORTOLAN_OK);
        if (terrain != right.overlay->terrain({x, y})) return false;
      }
    }
    return true;
  };
  for (const std::uint64_t has : {0b111U, 0b101U, 0b011U}) CHECK(same(has));
  OverlayHandle beyond;
  CHECK(portolan_tags_view(made.get(), 0, beyond.address()) == PORTOLAN_ERROR_LIMIT);
  CHECK(beyond.get() == nullptr);
  REQUIRE(portolan_tags_forget(made.get(), 0b011) == PORTOLAN_OK);
  wanted->forget(0b011);
  CHECK(same(0));

  OverlayHandle edits;
  REQUIRE(portolan_overlay_create(world.get(), edits.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(edits.get(), {{0, 0}, {20, 20}}, open) == PORTOLAN_OK);
  Overlay own(built.world());
  REQUIRE(own.set_terrain({{0, 0}, {20, 20}}, open).has_value());
  REQUIRE(portolan_tags_use(made.get(), edits.get()) == PORTOLAN_OK);
  wanted->use(own);
  CHECK(same(0b101));
  std::size_t left = 1;
  REQUIRE(portolan_tags_refresh(made.get(), std::numeric_limits<std::size_t>::max(), &left) == PORTOLAN_OK);
  CHECK(left == 0);
  CHECK(same(0b101));
  REQUIRE(portolan_tags_use(made.get(), nullptr) == PORTOLAN_OK);
  wanted->use(Overlay(built.world()));
  CHECK(same(0b101));
}

TEST_CASE("tags in C refuse wrong input") {
  const test::BuiltWorld built = test::labelled_rooms(4);
  WorldHandle world;
  WorldHandle another;
  open_bytes(built.bytes(), world);
  open_bytes(built.bytes(), another);
  const std::uint8_t closed = closed_in(built.world());
  const std::uint8_t open = closed == 0 ? 1 : 0;
  portolan_tag tag{};
  TagsHandle made;
  const auto create = [&](const portolan_tag* tags, std::size_t count, std::uint8_t terrain, std::size_t closures) {
    return portolan_tags_create(world.get(), tags, count, terrain, closures, made.address());
  };
  CHECK(portolan_tags_create(world.get(), &tag, 1, closed, 1, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_tags_create(nullptr, &tag, 1, closed, 1, made.address()) == PORTOLAN_ERROR_NULL);
  CHECK(create(nullptr, 1, closed, 1) == PORTOLAN_ERROR_NULL);
  CHECK(create(&tag, 1, open, 1) == PORTOLAN_ERROR_RANGE);
  CHECK(create(&tag, 1, 255, 1) == PORTOLAN_ERROR_RANGE);
  CHECK(create(&tag, 1, closed, 0) == PORTOLAN_ERROR_VALUE);
  CHECK(create(std::vector<portolan_tag>(65).data(), 65, closed, 1) == PORTOLAN_ERROR_VALUE);
  tag.link_count = 1;
  CHECK(create(&tag, 1, closed, 1) == PORTOLAN_ERROR_NULL);
  const std::uint32_t no_link = 99'999;
  tag.links = &no_link;
  CHECK(create(&tag, 1, closed, 1) == PORTOLAN_ERROR_RANGE);
  tag.link_count = 0;
  const portolan_rect outside{{0, 0}, {1, 1'000'000}};
  tag.areas = &outside;
  tag.area_count = 1;
  CHECK(create(&tag, 1, closed, 1) == PORTOLAN_ERROR_RANGE);
  CHECK(made.get() == nullptr);
  tag.area_count = 0;
  REQUIRE(create(&tag, 1, closed, 1) == PORTOLAN_OK);
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(another.get(), overlay.address()) == PORTOLAN_OK);
  CHECK(portolan_tags_use(made.get(), overlay.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  CHECK(portolan_tags_view(made.get(), 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_tags_forget(nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_tags_refresh(nullptr, 0, nullptr) == PORTOLAN_ERROR_NULL);
}

}  // namespace portolan
