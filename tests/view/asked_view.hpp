// SPDX-License-Identifier: BSL-1.0
// Views as tests ask them.
#pragma once

#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "view/map_page.hpp"

#include <array>
#include <string>

#include <catch2/catch.hpp>

namespace portolan::test {

using tools::GivenParameters;
using tools::Json;
using tools::MapPage;
using tools::Method;
using tools::ViewReply;
using tools::ViewSource;

inline constexpr std::string_view kDrawing = R"(
    .....#.....
    .....#.....
    ...........
    .....#.....
    .....#..###
    .....#..#.#
    .....#..###)";

inline Json asked(ViewSource& view, const std::string& path, const GivenParameters& parameters,
                  Method method = Method::get) {
  const ViewReply reply = view.answer({method, path, parameters});
  INFO(path << " " << reply.body);
  REQUIRE(reply.status == 200);
  return Json::parse(reply.body);
}

inline void refused(ViewSource& view, int status, const std::string& path, const GivenParameters& parameters,
                    const std::string& part, Method method = Method::get) {
  const ViewReply reply = view.answer({method, path, parameters});
  INFO(path << " " << reply.body);
  REQUIRE(reply.status == status);
  REQUIRE(Json::parse(reply.body)["error"].get<std::string>().find(part) != std::string::npos);
}

struct Viewed {
  TileMap map = ascii_map(kDrawing);
  BuiltWorld built{map, std::array{MovementProfile{}, MovementProfile{.name = "cart", .footprint = 2}},
                   BuiltWorld::all_indexes()};
  std::unique_ptr<MapPage> view = MapPage::open(built.world(), "drawn.pnav").value();
};

}  // namespace portolan::test
