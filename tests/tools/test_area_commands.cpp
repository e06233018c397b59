// SPDX-License-Identifier: BSL-1.0
// The `portolan` command with areas drawn over a map: built, asked, closed, looked over, refused.
#include "portolan/core/hash.hpp"
#include "portolan/world/format.hpp"
#include "support/built_world.hpp"
#include "tools/command_support.hpp"

#include <cstring>

using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::require_keys;
using portolan::test::run;
using portolan::test::slurp;
using portolan::test::TemporaryFolder;

namespace {

// A ring of four rooms around a wall, with an open middle of the north that no area has.
const std::string kMap =
    "type octile\nheight 6\nwidth 12\nmap\n"
    "............\n"
    "............\n"
    "....@@@@....\n"
    "....@@@@....\n"
    "............\n"
    "............\n";
const std::string kAreas =
    "{\"portolan\": \"areas\", \"version\": 1,\n"
    " \"areas\": [\n"
    "  {\"name\": \"West\", \"rects\": [[0, 0, 4, 6]], \"anchor\": [1, 3]},\n"
    "  {\"name\": \"East\", \"rects\": [[8, 0, 4, 6]], \"anchor\": [10, 3]},\n"
    "  {\"name\": \"North\", \"rects\": [[4, 0, 4, 1]]},\n"
    "  {\"name\": \"South\", \"rects\": [[3, 4, 6, 2]]}],\n"
    " \"links\": [{\"from\": \"East\", \"to\": \"West\", \"cost\": 2.5, \"one_way\": true, \"name\": \"slide\"}]}\n";

class Drawn : public CommandFolder {
 public:
  Drawn() {
    write("m.map", kMap);
    write("r.json", kAreas);
    REQUIRE(run(*this, "build " + map + " --areas " + areas + " -o " + world).code == 0);
  }
  [[nodiscard]] Json path_json(const std::string& arguments) const {
    return Json::parse(run(*this, "path " + world + " " + arguments + " --json").out);
  }

  const std::string map = *this / "m.map";
  const std::string areas = *this / "r.json";
  const std::string world = *this / "w.pnav";
};

}  // namespace

TEST_CASE("stairs within an area lead on, and the examination of a world walks them") {
  TemporaryFolder folder;
  folder.write("m.map", "type octile\nheight 3\nwidth 11\nmap\n....@......\n....@......\n...........\n");
  folder.write("r.json",
               "{\"portolan\": \"areas\", \"version\": 1,\n \"areas\": [\n"
               "  {\"name\": \"Hall\", \"rects\": [[0, 0, 8, 3]], \"anchor\": [1, 1]},\n"
               "  {\"name\": \"Court\", \"rects\": [[8, 0, 3, 3]], \"anchor\": [9, 1]}]}\n");
  folder.write("l.tsv", "from\tto\tcost\tone_way\tname\n3,0\t5,0\t1\tyes\tstairs\n");
  const auto in = [&](const std::string& name) { return "'" + (folder.path() / name).string() + "'"; };
  const std::string world = in("w.pnav");
  REQUIRE(run(folder, "build " + in("m.map") + " --areas " + in("r.json") + " --links " + in("l.tsv") + " -o " + world)
              .code == 0);
  const auto cost = [&](const std::string& ends) {
    return Json::parse(run(folder, "path " + world + " " + ends + " --tier corridor --json").out)["cost"].get<double>();
  };
  CHECK(cost("1,0 9,0") == 7);
  CHECK(cost("9,0 1,0") > 8);
  const Ran checked = run(folder, "check " + world);
  INFO(checked.out);
  CHECK(checked.code == 0);
}

TEST_CASE("a world with areas is built, verified and described") {
  const Drawn drawn;
  const Json info = Json::parse(run(drawn, "info " + drawn.world + " --json").out);
  require_keys(info, {"tiles", "nodes", "arcs", "areas", "links", "closed_borders"});
  REQUIRE(info["areas"].size() == 4);
  REQUIRE(info["areas"][3] == Json{{"name", "South"}, {"tiles", 8}, {"anchor", info["areas"][3]["anchor"]}});
  REQUIRE(info["links"] == 1);
  REQUIRE(run(drawn, "info " + drawn.world)
              .out.find("areas on the map: 4, 9 arcs, 1 link (1 one-way), 0 closed borders\n") != std::string::npos);
  REQUIRE(run(drawn, "check " + drawn.world).code == 0);
  // Any number of threads makes the same bytes.
  REQUIRE(run(drawn, "build " + drawn.map + " --areas " + drawn.areas + " --threads 3 -o " + drawn / "v.pnav").code ==
          0);
  REQUIRE(slurp((drawn.path() / "v.pnav").string()) == slurp((drawn.path() / "w.pnav").string()));
}

TEST_CASE("a path by names keeps to areas, and says what that costs") {
  const Drawn drawn;
  const Json path = drawn.path_json("West East");
  REQUIRE(path["status"] == "found");
  const double more = path["cost"].get<double>() - path["free_cost"].get<double>();
  REQUIRE(path["optimal"] == (more < 1e-6));
  REQUIRE(path["tier"] == "corridor");
  REQUIRE(path["areas"] == Json({"West", "South", "East"}));
  REQUIRE(path["cost"].get<double>() >= path["free_cost"].get<double>() - 1e-9);
  REQUIRE(path["board_cost"].get<double>() >= path["cost"].get<double>() - 1e-9);
  REQUIRE(path["tiles"].is_null());
  REQUIRE(path["waypoints"].front() == Json({1, 3}));
  REQUIRE(path["waypoints"].back() == Json({10, 3}));

  const Json back = drawn.path_json("name:East West --tiles");
  REQUIRE(back["areas"] == Json({"East", "West"}));
  REQUIRE(back["cost"] == 2.5);
  // A link is no step: nothing is proven.
  REQUIRE(back["optimal"] == false);
  REQUIRE(back["tiles"] == Json({{10, 3}, {1, 3}}));

  REQUIRE(back["links"].size() == 1);
  REQUIRE(back["links"][0]["from"] == Json({10, 3}));
  REQUIRE(back["links"][0]["to"] == Json({1, 3}));
  REQUIRE(back["links"][0]["cost"] == 2.5);
  REQUIRE(path["links"].empty());
  // Both ends of a link are places of the way.
  REQUIRE(drawn.path_json("9,3 0,3 --tier corridor")["waypoints"] == Json({{9, 3}, {10, 3}, {1, 3}, {0, 3}}));

  const Json mixed = drawn.path_json("0,0 East");
  REQUIRE(mixed["status"] == "found");
  REQUIRE(mixed["waypoints"].front() == Json({0, 0}));
  REQUIRE(drawn.path_json("0,0 11,0")["tier"] != "corridor");
  REQUIRE(drawn.path_json("0,0 11,0 --tier corridor")["tier"] == "corridor");
  const Json gap = drawn.path_json("5,1 East");
  REQUIRE(gap["status"] == "bad_start");
  REQUIRE(gap["why"] == "no_area");

  const Ran text = run(drawn, "path " + drawn.world + " West East");
  REQUIRE(text.code == 0);
  REQUIRE(text.out.find(path["optimal"] == true ? "(optimal), 3 areas" : "(not proven optimal), 3 areas") !=
          std::string::npos);
  // Along a row nothing is cheaper than the row; the way around the wall by the longer side is not.
  const Json row = drawn.path_json("0,4 11,4 --tier corridor");
  REQUIRE(row["cost"] == 11);
  REQUIRE(row["optimal"] == true);
  const Json detour = drawn.path_json("0,4 11,4 --close-area South");
  REQUIRE(detour["cost"].get<double>() > detour["free_cost"].get<double>());
  REQUIRE(detour["optimal"] == false);
  REQUIRE(text.out.find("the free optimum is ") != std::string::npos);
  REQUIRE(text.out.find("\nWest\nSouth\nEast\n") != std::string::npos);
}

TEST_CASE("areas that cost something to enter are gone around, and the tiles cost what they cost") {
  const Drawn drawn;
  const Json plain = drawn.path_json("West East");
  REQUIRE(plain["enter_cost"] == 0);
  std::string costly = kAreas;
  const std::string south = "\"South\", ";
  costly.insert(costly.find(south) + south.size(), "\"enter\": 1.25, ");
  drawn.write("r.json", costly);
  REQUIRE(run(drawn, "build " + drawn.map + " --areas " + drawn.areas + " -o " + drawn.world).code == 0);
  REQUIRE(run(drawn, "check " + drawn.world).code == 0);
  const Json path = drawn.path_json("West East");
  REQUIRE(path["areas"] == plain["areas"]);
  REQUIRE(path["enter_cost"] == 1.25);
  REQUIRE(path["cost"] == plain["cost"]);
  REQUIRE(path["board_cost"].get<double>() == Approx(plain["board_cost"].get<double>() + 1.25).margin(1e-9));
  REQUIRE(run(drawn, "path " + drawn.world + " West East")
              .out.find("the board counts 1.25 more for entering these areas\n") != std::string::npos);
  REQUIRE(drawn.path_json("South East")["enter_cost"] == 0);
}

TEST_CASE("closing an area or a border changes both tiers") {
  const Drawn drawn;
  const Json without_south = drawn.path_json("West East --close-area South");
  REQUIRE(without_south["areas"] == Json({"West", "North", "East"}));
  for (const std::string closed : {"--close-border West South", "--close-border South East"}) {
    REQUIRE(drawn.path_json("West East " + closed)["areas"] == Json({"West", "North", "East"}));
  }
  const Ran none = run(drawn, "path " + drawn.world + " West East --close-area South --close-border West North");
  REQUIRE(none.code == 1);
  REQUIRE(none.out == "unreachable: exhausted\n");
  REQUIRE(drawn.path_json("West East --close-area West")["why"] == "no_area");
  REQUIRE(drawn.path_json("East West --close-border East West")["cost"] == 2.5);
}

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("draw shows the areas: tints, borders, links, names, and a path that keeps to them") {
  const Drawn drawn;
  const auto svg = [&](const std::string& options) {
    const Ran ran = run(drawn, "draw " + drawn.world + " -o " + drawn / "o.svg" + " " + options);
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return slurp((drawn.path() / "o.svg").string());
  };
  // Tints of plain areas, those on the way and those beside it; the colours of links, closed borders and paths.
  const std::string plain = "fill-opacity=\"0.431\"";
  const std::string strong = "fill-opacity=\"0.627\"";
  const std::string pale = "fill-opacity=\"0.196\"";
  const std::string link = "#6e14aa";
  const std::string closed = "#780032";
  const std::string path = "#d21428";

  const std::string bare = svg("");
  REQUIRE(bare.find("North") == std::string::npos);
  REQUIRE(bare.find(link) == std::string::npos);

  const std::string areas = svg("--show areas");
  for (const std::string name : {"West", "East", "North", "South"})
    REQUIRE(areas.find(">" + name + "<") != std::string::npos);
  REQUIRE(count_of(areas, plain) == 4);
  REQUIRE(count_of(areas, link) == 1);
  REQUIRE(areas.find(closed) == std::string::npos);
  REQUIRE(areas.find(path) == std::string::npos);
  REQUIRE(svg("--show areas") == areas);

  const std::string way = svg("--path West East");
  REQUIRE(count_of(way, strong) == 3);
  REQUIRE(way.find(path) != std::string::npos);
  REQUIRE(way.find(">South<") != std::string::npos);
  REQUIRE(way.find(">North<") == std::string::npos);

  const std::string both = svg("--show areas --path West East");
  REQUIRE(count_of(both, strong) == 3);
  REQUIRE(count_of(both, pale) == 1);
  REQUIRE(both.find(">North<") != std::string::npos);
  // Tiles as ends ask for areas by the tier alone.
  REQUIRE(count_of(svg("--path 0,0 11,0 --tier corridor"), strong) == 3);
  REQUIRE(count_of(svg("--path 0,0 11,0"), strong) == 0);

  std::string text = kAreas;
  text.replace(text.rfind('}'), 1, ", \"closed\": [[\"West\", \"South\"]]}");
  drawn.write("r.json", text);
  REQUIRE(run(drawn, "build " + drawn.map + " --areas " + drawn.areas + " -o " + drawn.world).code == 0);
  REQUIRE(svg("--show areas").find(closed) != std::string::npos);
}

TEST_CASE("draw of areas as pixels is the same every time, and refuses what it cannot show") {
  const Drawn drawn;
  const auto png = [&](const std::string& name, const std::string& options) {
    REQUIRE(run(drawn, "draw " + drawn.world + " -o " + drawn / name + " " + options).code == 0);
    return slurp((drawn.path() / name).string());
  };
  const std::string areas = png("a.png", "--show areas");
  REQUIRE(areas == png("b.png", "--show areas"));
  REQUIRE(areas != png("c.png", ""));
  REQUIRE(areas != png("d.png", "--show areas --path East West"));

  const std::string draw = "draw " + drawn.world + " -o " + drawn / "x.png";
  require_bad_input(run(drawn, draw + " --path West Nowhere"), "--path: no ");
  require_bad_input(run(drawn, draw + " --path West East --tier local"), "corridor");
  require_bad_input(run(drawn, draw + " --path West East --show search"),
                    "--show search: a path that keeps to areas or waypoints shows no search");
  require_bad_input(run(drawn, draw + " --show Areas"), "areas, regions");
  REQUIRE(run(drawn, "build " + drawn.map + " -o " + drawn / "bare.pnav").code == 0);
  require_bad_input(run(drawn, "draw " + drawn / "bare.pnav" + " -o " + drawn / "x.png" + " --show areas"), "no areas");
  REQUIRE_FALSE(std::filesystem::exists(drawn.path() / "x.png"));
  // In no area: no path, but a picture of the map.
  const Ran gap = run(drawn, draw + " --path 5,1 East");
  REQUIRE(gap.code == 1);
  REQUIRE(gap.err.find("no path: bad_start (no_area)") != std::string::npos);
  REQUIRE(std::filesystem::exists(drawn.path() / "x.png"));
}

namespace {

enum class Checksum { wrong, right };

/// A copy of a world file in which `change` was done to what a section holds.
template <class Item, class Change>
std::string changed(const Drawn& drawn, portolan::format::SectionKind kind, Checksum checksum, Change&& change) {
  using portolan::format::FileHeader;
  using portolan::format::SectionEntry;
  std::string text = slurp((drawn.path() / "w.pnav").string());
  const std::span<std::byte> bytes(reinterpret_cast<std::byte*>(text.data()), text.size());
  FileHeader header{};
  std::memcpy(&header, bytes.data(), sizeof(header));
  bool done = false;
  for (std::uint32_t i = 0; i < header.section_count; ++i) {
    SectionEntry entry{};
    std::byte* const at = bytes.data() + sizeof(header) + i * sizeof(entry);
    std::memcpy(&entry, at, sizeof(entry));
    if (entry.kind != static_cast<std::uint32_t>(kind)) continue;
    done = true;
    const auto section = bytes.subspan(entry.offset, entry.size);
    std::vector<Item> items(section.size() / sizeof(Item));
    std::memcpy(items.data(), section.data(), section.size());
    change(items);
    std::memcpy(section.data(), items.data(), section.size());
    if (checksum == Checksum::right) entry.checksum = portolan::hash_bytes(section);
    std::memcpy(at, &entry, sizeof(entry));
  }
  REQUIRE(done);
  portolan::test::fix_frame_checksum(bytes);
  drawn.write("changed.pnav", text);
  return drawn / "changed.pnav";
}

}  // namespace

TEST_CASE("check compares paths over areas with plain Dijkstra, and finds what was changed") {
  using portolan::AreaLink;
  using portolan::AreaRun;
  using portolan::Tile;
  using portolan::format::SectionKind;
  const Drawn drawn;
  const Ran fine = run(drawn, "check " + drawn.world);
  REQUIRE(fine.code == 0);
  // Four borders both ways, of which the link goes along none.
  REQUIRE(fine.out.find("areas: 9 pairs and 600 corridors agree with Dijkstra\n") != std::string::npos);

  const auto require_fault = [&](const std::string& world, const std::string& part) {
    const Ran ran = run(drawn, "check " + world);
    INFO(ran.out << ran.err);
    REQUIRE(ran.code == 1);
    REQUIRE(ran.err.find(part) != std::string::npos);
  };
  const auto shrink = [](std::vector<AreaRun>& runs) {
    for (AreaRun& r : runs) {
      if (r.x == 8) r.x = 9;  // East loses a column
    }
  };
  require_fault(changed<AreaRun>(drawn, SectionKind::area_runs, Checksum::wrong, shrink), "checksum");
  require_fault(changed<AreaRun>(drawn, SectionKind::area_runs, Checksum::right, shrink), "areas on the map: ");
  require_fault(changed<Tile>(drawn, SectionKind::area_anchors, Checksum::right,
                              [](std::vector<Tile>& anchors) {
                                anchors[0] = {0, 0};
                              }),
                "areas on the map: ");
  require_fault(changed<AreaLink>(drawn, SectionKind::area_links, Checksum::right,
                                  [](std::vector<AreaLink>& links) { links[0].cost /= 2; }),
                "the link from 'East' to 'West' costs something else on the tiles than in the table");
  require_fault(changed<AreaLink>(drawn, SectionKind::area_links, Checksum::right,
                                  [](std::vector<AreaLink>& links) { links[0].to = 2; }),
                "areas on the map: the arc from 'East' to ");
}

TEST_CASE("options, keys and classes that were renamed are refused by a line that names the new one") {
  const Drawn drawn;
  const auto refused = [&](const std::string& arguments, const std::string& part) {
    require_bad_input(run(drawn, arguments), part);
  };
  const std::string build = "build " + drawn.map + " -o " + drawn / "x.pnav";
  refused(build + " --regions " + drawn.areas, "--regions is called --areas");
  refused("check " + drawn.map + " --regions " + drawn.areas, "--regions is called --areas");
  refused("path " + drawn.world + " West East --close-region East", "--close-region is called --close-area");
  drawn.write("old.json", "{\"portolan\": \"regions\", \"version\": 1, \"regions\": []}");
  refused(build + " --areas " + drawn / "old.json", "old.json:1: portolan: expected \"areas\"");
}

TEST_CASE("check tells what is odd about areas, with file and line") {
  const Drawn drawn;
  const Ran fine = run(drawn, "check " + drawn.map + " --areas " + drawn.areas);
  REQUIRE(fine.code == 0);
  REQUIRE(fine.out.find("warning: 4 passable tiles are in no area, the first at 4,1") != std::string::npos);
  REQUIRE(fine.out.find("r.json:6: warning: 2 tiles of 'South' belong to 'West'") != std::string::npos);
  REQUIRE(fine.out.find("4 areas, 9 arcs, 0 errors, 3 warnings") != std::string::npos);

  drawn.write("parts.json",
              "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n"
              "{\"name\": \"A\", \"rects\": [[0, 0, 12, 1], [0, 5, 3, 1]]},\n"
              "{\"name\": \"B\", \"rects\": [[0, 1, 12, 4]]}, {\"name\": \"C\", \"rects\": [[3, 5, 9, 1]]}]}");
  const Ran parts = run(drawn, "check " + drawn.map + " --areas " + drawn / "parts.json");
  REQUIRE(parts.out.find(
              "parts.json:2: warning: 'A' is in 2 parts: 3 tiles are apart from its 12 others, the first at 0,5") !=
          std::string::npos);
}

TEST_CASE("names with blanks and areas without tiles are warned about by name, links are counted by entry") {
  const Drawn drawn;
  drawn.write("odd.json",
              "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n"
              "{\"name\": \"West \", \"rects\": [[0, 0, 4, 6]]},\n"
              "{\"name\": \"East\", \"rects\": [[8, 0, 4, 6]]},\n"
              "{\"name\": \"Wall\", \"rects\": [[4, 2, 4, 2]]},\n"
              "{\"name\": \"Far\", \"rects\": [[50, 50, 2, 2]]},\n"
              "{\"name\": \"west\", \"rects\": [[4, 0, 4, 2]]}],\n"
              "\"links\": [{\"from\": \"East\", \"to\": \"West \", \"cost\": 3},\n"
              "{\"from\": \"East\", \"to\": \"West \", \"cost\": 2, \"one_way\": true}],\n"
              "\"closed\": [[\"west\", \"East\"]]}");
  const Ran odd = run(drawn, "check " + drawn.map + " --areas " + drawn / "odd.json");
  INFO(odd.out);
  REQUIRE(odd.code == 0);
  for (const std::string warning :
       {"odd.json:2: warning: name 'West ' begins or ends with a blank",
        "odd.json:4: warning: 'Wall' has no passable tile", "odd.json:5: warning: 'Far' has no tile",
        "odd.json:6: warning: name 'west' is nearly 'West '"}) {
    INFO(warning);
    REQUIRE(odd.out.find(warning) != std::string::npos);
  }
  REQUIRE(run(drawn, "build " + drawn.map + " --areas " + drawn / "odd.json" + " -o " + drawn.world).code == 0);
  const Json info = Json::parse(run(drawn, "info " + drawn.world + " --json").out);
  REQUIRE(info["links"] == 2);
  REQUIRE(info["one_way_links"] == 1);
  REQUIRE(info["closed_borders"] == 1);
  REQUIRE(info["one_way_closed_borders"] == 0);
  REQUIRE(run(drawn, "info " + drawn.world).out.find("2 links (1 one-way), 1 closed border\n") != std::string::npos);
  REQUIRE(run(drawn, "check " + drawn.world).code == 0);
  require_bad_input(run(drawn, "path " + drawn.world + " Far East"), "the area 'Far' has no tile to stand on");
}

TEST_CASE("areas that cannot be used are refused, and nothing is written") {
  const Drawn drawn;
  const auto build = [&](const std::string& text) {
    drawn.write("bad.json", text);
    return run(drawn, "build " + drawn.map + " --areas " + drawn / "bad.json" + " -o " + drawn / "bad.pnav");
  };
  const std::string start = "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n{\"name\": \"A\", ";
  require_bad_input(build("{"), "bad.json:1");
  require_bad_input(build(start + "\"rects\": [[1]]}]}"),
                    "bad.json:2: areas[0].rects[0]: expected x, y, width and height");
  require_bad_input(build(start + "\"rects\": [[0, 0, 2, 2]], \"anchor\": [9, 5]}]}"),
                    "bad.json:2: anchor: 9,5 is no passable tile of 'A'");
  const Ran crossed = build(start + "\"polygons\": [[[0, 0], [4, 4], [4, 0], [0, 3]]]}]}");
  REQUIRE(crossed.code == 1);
  REQUIRE(crossed.err.find("bad.json:2: error: polygons: polygon 1 is not usable") != std::string::npos);
  REQUIRE_FALSE(std::filesystem::exists(drawn.path() / "bad.pnav"));
  require_bad_input(
      run(drawn, "build " + drawn.map + " --metric any_angle --areas " + drawn.areas + " -o " + drawn / "bad.pnav"),
      "metric grid");
  require_bad_input(run(drawn, "path " + drawn.world + " West Eest"),
                    "no area is called 'Eest'; did you mean 'West' or 'East'?");
  require_bad_input(run(drawn, "path " + drawn.world + " West East --close-area Eest"),
                    "--close-area: no area is called 'Eest'; did");
  require_bad_input(run(drawn, "path " + drawn.world + " West East --tier local"), "corridor");
}
