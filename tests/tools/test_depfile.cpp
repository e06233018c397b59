// SPDX-License-Identifier: BSL-1.0
// `portolan build --depfile`: every file that was read and no other, names as make reads them, and nothing
// half-written.
#include "support/random_world.hpp"
#include "tools/command_support.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;
using portolan::test::CommandFolder;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::Rng;
using portolan::test::run;
using portolan::test::slurp;

const std::string kMap = "type octile\nheight 2\nwidth 3\nmap\n...\n...\n";
/// A map of two tiles and a layer of objects.
std::string tiled(const std::string& tileset, const std::string& objects) {
  return "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><tileset "
         "firstgid=\"1\" "
         "source=\"" +
         tileset +
         "\"/><layer name=\"ground\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,1</data></layer><objectgroup "
         "name=\"ways\" class=\"areas\">" +
         objects + "</objectgroup></map>";
}

const std::string kTiled = tiled("t.tsx", "<object id=\"1\" x=\"9\" y=\"1\" template=\"sub/pier.tx\"/>");
const std::string kTileset = "<tileset name=\"t\"><tile id=\"0\"/></tileset>";
const std::string kTemplate = "<template><object name=\"Pier\" type=\"place\"><point/></object></template>";
const std::string kWalker = R"([{"name": "walker"}])";
const std::string kLegend = "t:*\tgrass\t1\n";

class Folder : public CommandFolder {
 public:
  Folder() { write("m.map", kMap); }
  [[nodiscard]] std::string text_of(const std::string& name) const { return slurp((path() / name).string()); }
  [[nodiscard]] Ran build(const std::string& arguments) const {
    return run(*this, "build " + arguments + " --index none");
  }
  /// Builds `inputs` into w.pnav; its rule.
  [[nodiscard]] std::string rule_of(const std::string& inputs) const {
    const Ran built = build(inputs + " -o " + *this / "w.pnav" + " --depfile " + *this / "w.d");
    INFO(built.err);
    REQUIRE(built.code == 0);
    return text_of("w.d");
  }
  [[nodiscard]] std::string rule(const std::vector<std::string>& names) const {
    std::string text = (path() / "w.pnav").string() + ":";
    for (const std::string& name : names) text += " \\\n  " + (path() / name).string();
    return text + "\n";
  }
};

/// The prerequisites of a rule as the manual of GNU make reads them: of 2N + 1 backslashes before a blank, `#` or `:` N
/// stay and it is part of the name; `$$` is `$`; a backslash before the end of the line continues it.
std::set<std::string> prerequisites(std::string_view rule) {
  std::set<std::string> names;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) names.insert(word);
    word.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    std::size_t slashes = 0;
    while (i < rule.size() && rule[i] == '\\') ++slashes, ++i;
    const char c = i < rule.size() ? rule[i] : '\n';
    const bool special = c == ' ' || c == '\t' || c == '#' || c == ':';
    if (c == '\n') {
      end_word();
    } else if (special && slashes % 2 == 1) {
      word += std::string(slashes / 2, '\\') + c;
    } else if (c == ':') {
      word.clear();  // what stands before is the target
    } else if (special) {
      REQUIRE(c == ' ');
      REQUIRE(slashes == 0);
      end_word();
    } else {
      word += std::string(slashes, '\\') + c;
      if (c == '$') {
        ++i;
        REQUIRE((i < rule.size() && rule[i] == '$'));
      }
    }
  }
  end_word();
  return names;
}

}  // namespace

TEST_CASE("a depfile names every file that a map was read from, and none that was only looked for") {
  const Folder folder;
  CHECK(folder.rule_of(folder / "m.map") == folder.rule({"m.map"}));
  folder.write("p.json", kWalker);
  folder.write("up.map", kMap);
  folder.write("l.tsv", "from\tto\tcost\tone_way\tname\n0,0\t0,0,1\t2\t\tstairs\n");
  CHECK(folder.rule_of(folder / "m.map" + " " + folder / "up.map" + " --links " + folder / "l.tsv" + " --profile " +
                       folder / "p.json") == folder.rule({"l.tsv", "m.map", "p.json", "up.map"}));

  folder.write("h.tmx", kTiled);
  folder.write("t.tsx", kTileset);
  fs::create_directory(folder.path() / "sub");
  folder.write("sub/pier.tx", kTemplate);
  const std::string map = folder / "h.tmx";
  CHECK(folder.rule_of(map) == folder.rule({"h.tmx", "sub/pier.tx", "t.tsx"}));
  folder.write("h.legend", kLegend);
  CHECK(folder.rule_of(map) == folder.rule({"h.legend", "h.tmx", "sub/pier.tx", "t.tsx"}));
  folder.write("other.legend", kLegend);
  CHECK(folder.rule_of(map + " --legend " + folder / "other.legend") ==
        folder.rule({"h.tmx", "other.legend", "sub/pier.tx", "t.tsx"}));
  folder.write("r.tmx", tiled("sub/r.tsx", "<object id=\"1\" name=\"R\" width=\"16\" height=\"8\"/>"));
  folder.write("sub/r.tsx", kTileset);
  folder.write("two.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  CHECK(folder.rule_of(folder / "two.map" + " --areas " + folder / "r.tmx") ==
        folder.rule({"r.tmx", "sub/r.tsx", "two.map"}));
}

TEST_CASE("a depfile names every file that a board was read from") {
  const Folder folder;
  folder.write("b.tsv", "from\tto\tcost\nA\tB\t1\n");
  CHECK(folder.rule_of(folder / "b.tsv") == folder.rule({"b.tsv"}));
  folder.write("b.nodes.tsv", "name\tx\ty\nA\t0\t0\nB\t1\t0\n");
  CHECK(folder.rule_of(folder / "b.tsv") == folder.rule({"b.nodes.tsv", "b.tsv"}));
  fs::rename(folder.path() / "b.nodes.tsv", folder.path() / "n.tsv");
  CHECK(folder.rule_of(folder / "b.tsv" + " --nodes " + folder / "n.tsv") == folder.rule({"b.tsv", "n.tsv"}));
}

TEST_CASE("a depfile changes nothing about the world") {
  const Folder folder;
  REQUIRE(folder.build(folder / "m.map" + " -o " + folder / "plain.pnav").code == 0);
  CHECK(folder.rule_of(folder / "m.map") == folder.rule({"m.map"}));
  CHECK(folder.text_of("w.pnav") == folder.text_of("plain.pnav"));
}

TEST_CASE("names in a depfile are escaped") {
  const Folder folder;
  folder.write("a b.map", kMap);
  CHECK(folder.rule_of(folder / "a b.map") == folder.rule({"a\\ b.map"}));
  folder.write("#1 $x$: \\ \\y.map", kMap);
  CHECK(folder.rule_of(folder / "#1 $x$: \\ \\y.map") == folder.rule({"\\#1\\ $$x$$\\:\\ \\\\\\ \\y.map"}));
  const Ran built = folder.build(folder / "m.map" + " -o " + folder / "w $ 2.pnav" + " --depfile " + folder / "w.d");
  REQUIRE(built.code == 0);
  CHECK(folder.text_of("w.d").starts_with((folder.path() / "w\\ $$\\ 2.pnav: \\\n").string()));
}

TEST_CASE("make reads the names in a depfile as they are") {
  constexpr std::string_view kLetters = "ab \t#$:\\%";
  Rng rng(5);
  for (int round = 0; round < 30; ++round) {
    const Folder folder;
    std::set<std::string> names{(folder.path() / "m.map").string()};
    std::string arguments = folder / "m.map";
    for (int i = 0; i < 12; ++i) {
      std::string name;
      for (int k = rng.between(1, 9); k > 0; --k)
        name += kLetters[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(kLetters.size())))];
      name += ".json";
      if (!names.insert((folder.path() / name).string()).second) continue;
      folder.write(name, "[{\"name\": \"" + std::to_string(i) + "\"}]");
      arguments += " --profile " + folder / name;
    }
    const std::string rule = folder.rule_of(arguments);
    INFO(rule);
    CHECK(prerequisites(rule) == names);
  }
}

TEST_CASE("a build that fails leaves the old world and the old depfile") {
  const Folder folder;
  folder.write("w.pnav", "old world");
  folder.write("w.d", "old rule");
  folder.write("bad.map", "type octile\nheight 3\n");
  folder.write("bad.tsv", "from\tto\tcost\nA\tB\t-1\n");
  folder.write("a\nb.map", kMap);
  fs::create_directory(folder.path() / "taken");
  const std::string map = folder / "m.map";
  const std::string world = " -o " + folder / "w.pnav";
  const std::string rule = " --depfile " + folder / "w.d";
  const std::ptrdiff_t entries = folder.entries();
  require_bad_input(folder.build(folder / "bad.map" + world + rule), "bad.map");
  CHECK(folder.build(folder / "bad.tsv" + world + rule).code == 1);
  require_bad_input(folder.build(folder / "a\nb.map" + world + rule), "b.map' cannot stand in a rule");
  require_bad_input(folder.build(map + world + " --depfile " + folder / "no/such/w.d"), "no/such/w.d: cannot write");
  require_bad_input(folder.build(map + world + " --depfile " + folder / "taken"), "taken: is a directory");
  require_bad_input(folder.build(map + " -o " + folder / "no/such/w.pnav" + rule), "no/such/w.pnav: cannot write");
  require_bad_input(folder.build(map + " -o " + folder / "taken" + rule), "taken: is a directory");
  CHECK(folder.text_of("w.pnav") == "old world");
  CHECK(folder.text_of("w.d") == "old rule");
  CHECK(folder.entries() == entries);
}

TEST_CASE("neither a depfile nor a world is written over what was read, nor one over the other") {
  const Folder folder;
  folder.write("h.tmx", kTiled);
  folder.write("t.tsx", kTileset);
  fs::create_directory(folder.path() / "sub");
  folder.write("sub/pier.tx", kTemplate);
  folder.write("p.json", kWalker);
  folder.write("h.legend", kLegend);
  fs::create_symlink(folder.path() / "t.tsx", folder.path() / "link");
  const std::string build = folder / "h.tmx" + " --profile " + folder / "p.json";
  const std::ptrdiff_t entries = folder.entries();
  for (const std::string same : {"w.pnav", "./w.pnav", "sub/../w.pnav"}) {
    require_bad_input(folder.build(build + " -o " + folder / "w.pnav" + " --depfile " + folder / same),
                      "is the output itself");
  }
  for (const std::string input : {"h.tmx", "p.json", "t.tsx", "sub/pier.tx", "h.legend", "sub/../t.tsx", "link"}) {
    INFO(input);
    const std::string before = folder.text_of(input);
    const std::string message = "was read, and would be written over";
    require_bad_input(folder.build(build + " -o " + folder / "w.pnav" + " --depfile " + folder / input), message);
    require_bad_input(folder.build(build + " -o " + folder / input), message);
    CHECK(folder.text_of(input) == before);
  }
  CHECK(folder.entries() == entries);
}
