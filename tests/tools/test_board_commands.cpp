// SPDX-License-Identifier: BSL-1.0
// The `portolan` command on boards: exit codes, JSON keys, messages with file and line, nothing half-written.
#include "tools/command_support.hpp"

#include <set>
#include <sstream>

namespace fs = std::filesystem;
using portolan::test::CommandFolder;
using portolan::test::Json;
using portolan::test::keys;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::require_keys;
using portolan::test::run;
using portolan::test::slurp;
using portolan::test::TemporaryFolder;

namespace {

const std::string kArcs =
    "from\tto\tcost\tone_way\tname\ttags\n"
    "Ashen Coast\tHigh Pass\t2.5\t\told road\troad\n"
    "High Pass\tÖlmark\t0.25\n"
    "Ashen Coast\tÖlmark\t3\tyes\n"
    "Ölmark\tIsle, far\t1\tyes\tferry\tsea;slow\n";
const std::string kNodes =
    "name\tx\ty\ttags\n"
    "Ashen Coast\t0\t0\tnorth\n"
    "High Pass\t10.5\t0\n"
    "Ölmark\t20\t5\tnorth\n"
    "Isle, far\t30\t30\n"
    "name:x\t5\t5\n";

/// A folder with a board and its world file.
class Board : public CommandFolder {
 public:
  Board() {
    write("b.tsv", kArcs);
    write("b.nodes.tsv", kNodes);
    REQUIRE(run(*this, "build " + table + " -o " + world).code == 0);
  }
  [[nodiscard]] std::string text_of(const std::string& name) const { return slurp((path() / name).string()); }

  const std::string table = *this / "b.tsv";
  const std::string world = *this / "b.pnav";
};

}  // namespace

TEST_CASE("a board is built, and info prints the keys of its contract") {
  const Board board;
  const Json report = Json::parse(run(board, "info " + board.world + " --json").out);
  REQUIRE(keys(report) == std::vector<std::string>{"format", "library", "source", "notes", "nodes", "arcs", "tags",
                                                   "cost_decimals", "costly_to_enter", "positions", "estimate",
                                                   "indexes", "dead_ends", "sections", "bytes"});
  REQUIRE(report["nodes"] == 5);
  REQUIRE(report["arcs"] == 6);
  REQUIRE(report["tags"] == Json({"north", "road", "sea", "slow"}));
  REQUIRE(report["cost_decimals"] == 2);
  REQUIRE(report["positions"] == 5);
  REQUIRE(report["indexes"] == Json({"labels"}));
  REQUIRE(report["source"]["format"] == "tsv");
  REQUIRE(run(board, "info " + board.world).out.find("board: 5 nodes, 6 arcs") == 0);

  const Ran built = run(board, "build " + board.table + " -o " + board / "c.pnav" + " --json --threads 2");
  REQUIRE(built.code == 0);
  require_keys(Json::parse(built.out), {"seconds", "peak_bytes", "warnings"});
  REQUIRE(board.text_of("b.pnav") == board.text_of("c.pnav"));
  REQUIRE(
      run(board, "build " + board.table + " -o " + board / "c.pnav" + " --format csv --nodes " + board / "b.nodes.tsv")
          .code == 0);
  REQUIRE(board.text_of("b.pnav") == board.text_of("c.pnav"));
}

TEST_CASE("a path on a board names nodes and arcs, by every tier") {
  const Board board;
  const Ran text = run(board, "path " + board.world + " 'Ashen Coast' 'Isle, far'");
  REQUIRE(text.code == 0);
  REQUIRE(text.out.find("found: cost 3.75 (optimal), 4 nodes, tier labels") == 0);
  REQUIRE(text.out.substr(text.out.find('\n')) ==
          "\nAshen Coast\nHigh Pass\t2.5\told road\nÖlmark\t0.25\nIsle, far\t1\tferry\n");

  REQUIRE(run(board, "build " + board.table + " -o " + board.world + " --index ch,labels").code == 0);
  for (const std::string tier : {"auto", "astar", "ch", "labels"}) {
    const Ran ran = run(board, "path " + board.world + " 'Ashen Coast' 'Isle, far' --json --tier " + tier);
    REQUIRE(ran.code == 0);
    const Json report = Json::parse(ran.out);
    REQUIRE(keys(report) == std::vector<std::string>{"status", "why", "cost", "lower_bound", "optimal", "nodes", "arcs",
                                                     "expansions", "tier", "us"});
    REQUIRE(report["status"] == "found");
    REQUIRE(report["cost"] == 3.75);
    REQUIRE(report["nodes"] == Json({"Ashen Coast", "High Pass", "Ölmark", "Isle, far"}));
    REQUIRE(report["arcs"][2] == Json({{"from", "Ölmark"},
                                       {"to", "Isle, far"},
                                       {"cost", 1},
                                       {"enter", 0},
                                       {"name", "ferry"},
                                       {"tags", {"sea", "slow"}}}));
    REQUIRE(report["tier"] == (tier == "auto" ? "labels" : tier));

    const Ran none = run(board, "path " + board.world + " 'Isle, far' 'High Pass' --json --tier " + tier);
    REQUIRE(none.code == 1);
    REQUIRE(Json::parse(none.out)["status"] == "unreachable");
    REQUIRE(Json::parse(none.out)["cost"].is_null());
  }
  REQUIRE(run(board, "path " + board.world + " 'name:Ashen Coast' name:x").code == 1);
  REQUIRE(run(board, "path " + board.world + " name:x name:name:x").code == 0);
  REQUIRE(Json::parse(run(board, "path " + board.world + " 'Ashen Coast' 'Isle, far' --json --tier astar --budget 1")
                          .out)["status"] == "out_of_budget");
}

TEST_CASE("who enters a place pays for it, and who starts there does not") {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.tsv", "from\tto\tcost\nA\tSwamp\t1\nSwamp\tB\t1\nA\tB\t4\n").string();
  folder.write("t.nodes.tsv", "name\tenter\nA\t\nSwamp\t2.5\nB\t\n");
  const std::string world = (folder.path() / "t.pnav").string();
  REQUIRE(run(folder, "build " + table + " -o " + world + " --index ch,labels").code == 0);
  REQUIRE(Json::parse(run(folder, "info " + world + " --json").out)["costly_to_enter"] == 1);
  for (const std::string tier : {"auto", "astar", "ch", "labels"}) {
    const auto ask = [&](const std::string& ends) {
      return Json::parse(run(folder, "path " + world + " " + ends + " --json --tier " + tier).out);
    };
    REQUIRE(ask("A B")["nodes"] == Json({"A", "B"}));
    const Json into = ask("A Swamp");
    REQUIRE(into["cost"] == 3.5);
    REQUIRE(into["arcs"][0]["cost"] == 3.5);
    REQUIRE(into["arcs"][0]["enter"] == 2.5);
    REQUIRE(ask("Swamp B")["cost"] == 1);
  }
  REQUIRE(run(folder, "check " + world).code == 0);
  // What is written out is what was read: edges both ways, and the cost to enter apart.
  const std::string out = (folder.path() / "u.tsv").string();
  REQUIRE(run(folder, "export " + world + " -o " + out).code == 0);
  REQUIRE(slurp(out) ==
          "from\tto\tcost\tone_way\tname\ttags\nA\tSwamp\t1\tno\t\t\nA\tB\t4\tno\t\t\nSwamp\tB\t1\tno\t\t\n");
  REQUIRE(slurp((folder.path() / "u.nodes.tsv").string()) ==
          "name\tx\ty\ttags\tenter\nA\t\t\t\t\nSwamp\t\t\t\t2.5\nB\t\t\t\t\n");

  folder.write("t.nodes.tsv", "name\tenter\nA\t\nSwamp\t-1\nB\t\n");
  const Ran wrong = run(folder, "build " + table + " -o " + world + ".new");
  REQUIRE(wrong.code == 1);
  REQUIRE((wrong.out + wrong.err).find("t.nodes.tsv:3: error: enter -1 is negative") != std::string::npos);
}

TEST_CASE("places and ways of a board are closed for one question") {
  const Board board;
  const auto ask = [&](const std::string& rest) {
    return Json::parse(run(board, "path " + board.world + " --json 'Ashen Coast' " + rest).out);
  };
  REQUIRE(ask("Ölmark")["cost"] == 2.75);
  const Json around = ask("Ölmark --close-area 'High Pass'");
  REQUIRE(around["cost"] == 3);
  REQUIRE(around["tier"] == "astar");
  REQUIRE(around["optimal"] == true);
  REQUIRE(ask("Ölmark --close-border Ölmark 'High Pass'")["cost"] == 3);
  REQUIRE(ask("'Isle, far' --close-border 'High Pass' 'Ashen Coast' --tier astar")["cost"] == 4);
  const Json none = ask("'Isle, far' --close-border 'Isle, far' Ölmark");
  REQUIRE(none["status"] == "unreachable");
  const Json closed = ask("Ölmark --close-area Ölmark");
  REQUIRE(closed["status"] == "bad_goal");
  REQUIRE(closed["why"] == "closed");
  REQUIRE(ask("Ölmark --close-area 'Ashen Coast'")["status"] == "bad_start");
  const std::string path = "path " + board.world + " 'Ashen Coast' Ölmark ";
  REQUIRE(run(board, path + "--close-area Ölmark").code == 1);
  require_bad_input(run(board, path + "--close-area Nowhere"), "--close-area: no node is called 'Nowhere'");
  require_bad_input(run(board, path + "--close-border Ölmark Olmark"),
                    "--close-border: no node is called 'Olmark'; did you mean 'Ölmark'?");
  require_bad_input(run(board, path + "--close-border 'Ashen Coast' 'Isle, far'"),
                    "--close-border: 'Ashen Coast' and 'Isle, far' have no border");
  require_bad_input(run(board, path + "--close-area 'High Pass' --tier labels"), "--tier labels: indexes");
}

TEST_CASE("what a board does not have is bad usage") {
  const Board board;
  const auto ask = [&](const std::string& rest) { return run(board, "path " + board.world + " " + rest); };
  require_bad_input(ask("Nowhere 'High Pass'"), "'Nowhere'");
  require_bad_input(ask("'high pass' Ölmark"), "no node is called 'high pass'; did you mean 'High Pass'?");
  require_bad_input(ask("0,0 'High Pass'"), "'0,0'");
  require_bad_input(ask("Ölmark 'High Pass' --tier ch"), "no such index");
  require_bad_input(ask("Ölmark 'High Pass' --tier blocks"), "--tier blocks");
  require_bad_input(ask("Ölmark 'High Pass' --profile x"), "--profile");
  require_bad_input(ask("Ölmark 'High Pass' --tiles"), "--tiles");
  require_bad_input(run(board, "draw " + board.world + " -o " + board / "x.png" + " --show regions"), "--show");
  require_bad_input(run(board, "scen " + board.world + " " + board.table), "no tile map");
  require_bad_input(run(board, "build " + board.table + " -o " + board / "x.pnav" + " --footprint 2"), "--footprint");
  require_bad_input(run(board, "build " + board.table + " -o " + board / "x.pnav" + " --index blocks"), "blocks");
  require_bad_input(run(board, "build " + board.table + " -o " + board / "x.pnav" + " --format xls"), "xls");
  require_bad_input(run(board, "build " + board.table + " -o " + board / "x.pnav" + " --format json"), "b.tsv:1:");
  REQUIRE_FALSE(fs::exists(board.path() / "x.pnav"));
  REQUIRE_FALSE(fs::exists(board.path() / "x.png"));
}

TEST_CASE("what a board is made of is not written over") {
  const Board board;
  const std::string good = board.text_of("b.pnav");
  for (const auto& command :
       {"draw " + board.world + " -o " + board.world, "view " + board.world + " --export " + board.world,
        "export " + board.world + " --as json -o " + board.world, "export " + board.table + " -o " + board.table,
        "export " + board.table + " --as json -o " + board / "b.nodes.tsv"}) {
    CAPTURE(command);
    require_bad_input(run(board, command), "was read, and would be written over");
  }
  CHECK(board.text_of("b.pnav") == good);
  CHECK(board.text_of("b.tsv") == kArcs);
  CHECK(board.text_of("b.nodes.tsv") == kNodes);
}

TEST_CASE("check looks a board over: warnings are no errors, errors write nothing") {
  const Board board;
  const Ran good = run(board, "check " + board.table);
  REQUIRE(good.code == 0);
  REQUIRE(good.out.find("b.nodes.tsv:6: warning: 'name:x' is isolated") != std::string::npos);
  REQUIRE(good.out.find("b.tsv: tsv, 5 nodes, 6 arcs, 0 errors, ") != std::string::npos);

  board.write("b.tsv", kArcs + "High Pass\tÖlmark\t-1\nHigh Pas\tÖlmark\t1\n");
  const Ran bad = run(board, "check " + board.table);
  REQUIRE(bad.code == 1);
  REQUIRE(bad.out.find("b.tsv:6: error: cost -1 is negative\n") != std::string::npos);
  REQUIRE(bad.out.find("b.tsv:7: error: 'High Pas' is not among the nodes; did you mean 'High Pass'?\n") !=
          std::string::npos);
  const Ran refused = run(board, "build " + board.table + " -o " + board / "x.pnav");
  REQUIRE(refused.code == 1);
  REQUIRE(refused.err.find("b.tsv:6: error: cost -1 is negative\n") != std::string::npos);
  REQUIRE(run(board, "export " + board.table + " -o " + board / "x.json").code == 1);
  REQUIRE_FALSE(fs::exists(board.path() / "x.pnav"));
  REQUIRE_FALSE(fs::exists(board.path() / "x.json"));

  board.write("b.tsv", "A\tB\tC\n");
  require_bad_input(run(board, "check " + board.table), "b.tsv:1: 3 fields");
  require_bad_input(run(board, "check " + board / "missing.tsv"), "missing.tsv");
}

TEST_CASE("check verifies the world file of a board, and asks it") {
  const Board board;
  REQUIRE(run(board, "build " + board.table + " -o " + board.world + " --index ch,labels").code == 0);
  const Ran good = run(board, "check " + board.world);
  REQUIRE(good.code == 0);
  REQUIRE(good.out.find("queries agree with Dijkstra") != std::string::npos);
  std::string bytes = board.text_of("b.pnav");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
  board.write("b.pnav", bytes);
  const Ran bad = run(board, "check " + board.world);
  REQUIRE(bad.code != 0);
  REQUIRE_FALSE(bad.err.empty());
}

TEST_CASE("draw makes a picture of a board with and without positions") {
  const Board board;
  const Ran drawn = run(board, "draw " + board.world + " -o " + board / "x.png" + " --path 'Ashen Coast' 'Isle, far'");
  REQUIRE(drawn.code == 0);
  const std::string with_path = board.text_of("x.png");
  REQUIRE(with_path.find("\x89PNG") == 0);
  REQUIRE(run(board, "draw " + board.world + " -o " + board / "x.png").code == 0);
  REQUIRE(board.text_of("x.png") != with_path);
  const Ran none = run(board, "draw " + board.world + " -o " + board / "y.png" + " --path 'Isle, far' Ölmark");
  REQUIRE(none.code == 1);
  REQUIRE(board.text_of("y.png") == board.text_of("x.png"));

  fs::remove(board.path() / "b.nodes.tsv");
  REQUIRE(run(board, "build " + board.table + " -o " + board.world).code == 0);
  REQUIRE(run(board, "draw " + board.world + " -o " + board / "c.png" + " --path Ölmark 'Isle, far'").code == 0);
  REQUIRE(board.text_of("c.png").find("\x89PNG") == 0);
}

TEST_CASE("estimates by the author lead A*, and those that are not consistent are named and prove nothing") {
  const Board board;
  const auto build = [&](const std::string& estimates) {
    std::string nodes = "name\th:Isle, far\n";
    std::istringstream rows(estimates);
    for (const std::string name : {"Ashen Coast", "High Pass", "Ölmark", "Isle, far", "name:x"}) {
      std::string h;
      rows >> h;
      nodes += name + "\t" + h + "\n";
    }
    board.write("b.nodes.tsv", nodes);
    return run(board, "build " + board.table + " -o " + board.world + " --index none");
  };
  const std::string ask = "path " + board.world + " 'Ashen Coast' 'Isle, far'";
  const Ran sound = build("3.75 1.25 1 0 0");
  REQUIRE(sound.code == 0);
  REQUIRE(sound.err.empty());
  const Json by_sound = Json::parse(run(board, ask + " --json").out);
  REQUIRE(by_sound["cost"] == 3.75);
  REQUIRE(by_sound["lower_bound"] == 3.75);
  REQUIRE(by_sound["optimal"] == true);
  REQUIRE(by_sound["tier"] == "astar");
  const Ran odd = build("0 9 0 0 0");
  REQUIRE(odd.code == 0);
  REQUIRE(odd.err.find("b.nodes.tsv:3: h of 'High Pass' is 9, but from there to") != std::string::npos);
  const Json by_odd = Json::parse(run(board, ask + " --json").out);
  REQUIRE(by_odd["cost"] == 4);
  REQUIRE(by_odd["lower_bound"].get<double>() <= 3.75);
  REQUIRE(by_odd["optimal"] == false);
  REQUIRE(run(board, ask).out.find("found: cost 4 (at least ") == 0);
  REQUIRE(run(board, "check " + board.world).code == 0);
  REQUIRE(run(board, "export " + board.world + " -o " + board / "out.json").code == 0);
  REQUIRE(board.text_of("out.json").find("\"h\": {\"Isle, far\": 9}") != std::string::npos);
  REQUIRE(run(board, "build " + board / "out.json" + " -o " + board / "again.pnav" + " --index none").code == 0);
  REQUIRE(Json::parse(run(board, "path " + board / "again.pnav" + " 'Ashen Coast' 'Isle, far' --json").out)["cost"] ==
          4);
}

TEST_CASE("export writes what build reads back as the same world") {
  const Board board;
  const std::set<std::string> kept{"graph_names", "graph_weight", "arc_names", "node_tag", "graph_positions"};
  const auto graph_of = [&](const std::string& world) {
    Json sections = Json::array();
    const Json info = Json::parse(run(board, "info " + world + " --json").out);
    for (const Json& section : info["sections"]) {
      if (kept.contains(section["kind"].get<std::string>())) sections.push_back(section);
    }
    return sections;
  };
  for (const std::string extension : {"json", "graphml", "tsv"}) {
    const std::string file = board / ("out." + extension);
    REQUIRE(run(board, "export " + board.world + " -o " + file).code == 0);
    REQUIRE(run(board, "build " + file + " -o " + board / "again.pnav").code == 0);
    REQUIRE(graph_of(board / "again.pnav") == graph_of(board.world));
    REQUIRE(run(board, "path " + board / "again.pnav" + " 'Ashen Coast' 'Isle, far'").out.find("found: cost 3.75") ==
            0);
  }
  REQUIRE(run(board, "export " + board.table + " -o " + board / "b.dot").code == 0);
  REQUIRE(board.text_of("b.dot").find("label=\"Isle, far\"") != std::string::npos);
  REQUIRE(run(board, "export " + board.table + " -o " + board / "b.txt" + " --as dot").code == 0);
  REQUIRE(board.text_of("b.txt") == board.text_of("b.dot"));
  require_bad_input(run(board, "export " + board.table + " -o " + board / "b.xyz"), "--as");
  require_bad_input(run(board, "export " + board.table + " -o " + board / "b.xyz" + " --as pdf"), "pdf");
}

TEST_CASE("the bundled board is sound, and its paths are those of the rules") {
  const TemporaryFolder folder;
  const std::string board = std::string("'") + PORTOLAN_SOURCE + "/worlds/classic.tsv'";
  const std::string world = "'" + (folder.path() / "classic.pnav").string() + "'";
  const Ran checked = run(folder, "check " + board);
  REQUIRE(checked.code == 0);
  REQUIRE(checked.out.find("classic.tsv: tsv, 42 nodes, 166 arcs, 0 errors, 1 warning\n") != std::string::npos);
  REQUIRE(run(folder, "build " + board + " -o " + world).code == 0);
  const Json info = Json::parse(run(folder, "info " + world + " --json").out);
  REQUIRE(info["tags"] == Json({"Africa", "Asia", "Australia", "Europe", "North America", "South America", "sea"}));
  REQUIRE(info["positions"] == 42);
  const Json path = Json::parse(run(folder, "path " + world + " Alaska 'Eastern Australia' --json").out);
  REQUIRE(path["cost"] == 7);
  REQUIRE(path["nodes"].size() == 8);
  REQUIRE(path["arcs"][0]["tags"] == Json({"sea"}));
  REQUIRE(run(folder, "check " + world).code == 0);
}

TEST_CASE("the bundled picture of provinces becomes a board") {
  const TemporaryFolder folder;
  const std::string board = std::string("'") + PORTOLAN_SOURCE + "/worlds/isles.png'";
  const std::string world = "'" + (folder.path() / "isles.pnav").string() + "'";
  REQUIRE(run(folder, "build " + board + " -o " + world).code == 0);
  const Json info = Json::parse(run(folder, "info " + world + " --json").out);
  REQUIRE(info["nodes"] == 8);
  REQUIRE(info["arcs"] == 25);
  REQUIRE(info["source"]["format"] == "provinces");
  const Json path = Json::parse(run(folder, "path " + world + " 'Ashen Coast' 'Far Isle' --json").out);
  REQUIRE(path["cost"] == 6);
  REQUIRE(path["nodes"] == Json({"Ashen Coast", "Fenmark", "Kingsfield", "Gull Rock", "Far Isle"}));
  // Their border is closed, and the mule track costs more than the way around.
  const Json around = Json::parse(run(folder, "path " + world + " 'Ashen Coast' 'High Pass' --json").out);
  REQUIRE(around["nodes"] == Json({"Ashen Coast", "Fenmark", "High Pass"}));
}
