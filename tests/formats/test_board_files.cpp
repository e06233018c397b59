// SPDX-License-Identifier: BSL-1.0
// Formats told by content, files found beside others, packed files, and round trips through every format and pair.
#include "formats/deflate.hpp"
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/formats/boards/board_writer.hpp"
#include "portolan/formats/gzip.hpp"
#include "support/random_board.hpp"

#include <array>
#include <filesystem>
#include <string>

using namespace portolan;
using test::failure;
using test::gzipped;
using test::Rng;
using test::TemporaryFolder;

namespace {

Board read(const std::filesystem::path& path, const BoardReadOptions& options = {}) {
  const auto source = read_board(path, options);
  if (!source) FAIL(source.error().message);
  auto graph = make_board(source->draft);
  if (!graph) FAIL(graph.error().message);
  return *graph;
}

/// Writes a graph to the folder in a format; the file to read.
std::filesystem::path write(const TemporaryFolder& folder, const Board& graph, BoardOutput format) {
  const auto files = board_files(graph.view(), folder.path() / "board.txt", format);
  REQUIRE(files);
  for (const BoardFile& file : *files) folder.write(file.path.filename().string(), file.content);
  return files->front().path;
}

}  // namespace

TEST_CASE("every pair of formats keeps the graph and its names") {
  const TemporaryFolder folder;
  Rng rng(1);
  for (int round = 0; round < 150; ++round) {
    const Board graph = *make_board(test::random_board(rng, 12));
    for (const BoardOutput first : {BoardOutput::tsv, BoardOutput::json, BoardOutput::graphml}) {
      std::filesystem::remove(folder.path() / "board.nodes.tsv");
      const Board once = read(write(folder, graph, first));
      INFO(board_files(graph.view(), "x", first)->front().content);
      REQUIRE(once == graph);
      for (const BoardOutput second : {BoardOutput::tsv, BoardOutput::json, BoardOutput::graphml}) {
        std::filesystem::remove(folder.path() / "board.nodes.tsv");
        REQUIRE(read(write(folder, once, second)) == graph);
      }
    }
    const auto dot = board_files(graph.view(), "board.dot", BoardOutput::dot);
    REQUIRE(dot);
    REQUIRE(dot->front().content.find("digraph") == 0);
  }
}

TEST_CASE("a graph that contradicts itself is not written") {
  Rng rng(2);
  Board graph = *make_board(test::random_board(rng, 5));
  graph.names.first.back() += 1;
  CHECK(failure(board_files(graph.view(), "x.json", BoardOutput::json), ErrorCode::corrupt).find("board") == 0);
}

TEST_CASE("formats are told by the content") {
  CHECK(board_format_of("A\tB\n", "x") == BoardFormat::table);
  CHECK(board_format_of("# c\n\nA,B\n", "x") == BoardFormat::table);
  CHECK(board_format_of("  {}", "x") == BoardFormat::json);
  CHECK(board_format_of("<?xml?>", "x") == BoardFormat::graphml);
  CHECK(board_format_of("c hello\np sp 1 0\n", "x") == BoardFormat::dimacs);
  CHECK(board_format_of(gzipped("p sp 1 0\n"), "x") == BoardFormat::dimacs);
  CHECK(board_format_of("type octile\nheight 1\n", "x") == BoardFormat::automatic);
  CHECK(board_format_of("\x89PNG", "nowhere/x.png") == BoardFormat::automatic);
  CHECK(board_format_of("\xff\xfe\t", "x") == BoardFormat::automatic);
  CHECK(board_format_of("", "x") == BoardFormat::automatic);
  for (const std::string name : {"tsv", "json", "graphml", "dimacs", "provinces", "auto"}) {
    CHECK(to_string(*parse_board_format(name)) == name);
  }
  CHECK(failure(parse_board_format("xls"), ErrorCode::usage).find("'xls'") != std::string::npos);
}

TEST_CASE("files beside a board are found, or named") {
  const TemporaryFolder folder;
  folder.write("a.tsv", "A\tB\n");
  CHECK(read(folder.path() / "a.tsv").positions.empty());
  folder.write("a.nodes.csv", "name,x,y\nB,1,2\nA,3,4\n");
  CHECK(read(folder.path() / "a.tsv").positions.size() == 2);
  folder.write("other.tsv", "name\nA\nB\nC\n");
  CHECK(read(folder.path() / "a.tsv", {.nodes = folder.path() / "other.tsv"}).by_name.size() == 3);

  folder.write("r.gr.gz", gzipped("p sp 2 1\na 1 2 7\n"));
  CHECK(read(folder.path() / "r.gr.gz").positions.empty());
  folder.write("r.co.gz", gzipped("p aux sp co 2\nv 1 0 0\nv 2 3 4\n"));
  CHECK(read(folder.path() / "r.gr.gz").positions.size() == 2);

  const std::array<unsigned, 4> samples{0, 1, 0, 1};
  folder.write("p.png", test::png({2, 2, 8, test::PngColour::palette, false}, {samples.begin(), samples.end()},
                                  std::string_view("\xff\0\0\0\xff\0", 6)));
  CHECK(failure(read_board(folder.path() / "p.png", {.format = BoardFormat::provinces}), ErrorCode::usage)
            .find("p.png: a picture of provinces needs a table") != std::string::npos);
  folder.write("p.provinces.csv", "colour,name\n#ff0000,R\n#00ff00,G\n");
  CHECK(read(folder.path() / "p.png").arcs.target.size() == 2);
  folder.write("p.links.tsv", "from\tto\tclosed\nR\tG\tyes\n");
  CHECK(read(folder.path() / "p.png").arcs.target.empty());
}

TEST_CASE("the hash covers all files of a board") {
  const TemporaryFolder folder;
  const auto arcs = folder.write("a.tsv", "A\tB\n");
  const std::uint64_t alone = read_board(arcs)->hash;
  folder.write("a.nodes.tsv", "name\nA\nB\n");
  const std::uint64_t both = read_board(arcs)->hash;
  folder.write("a.nodes.tsv", "name\nB\nA\n");
  CHECK(alone != both);
  CHECK(read_board(arcs)->hash != both);

  const auto hexagons =
      folder.write("h.tmx",
                   "<map orientation=\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" hexsidelength=\"8\" "
                   "width=\"2\" height=\"1\" "
                   "tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" source=\"h.tsx\"/>"
                   "<layer name=\"l\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,1</data></layer></map>");
  folder.write("h.tsx", "<tileset name=\"h\"><tile id=\"0\" class=\"grass\"/></tileset>");
  const auto grass = read_board(hexagons);
  REQUIRE(grass);
  folder.write("h.tsx", "<tileset name=\"h\"><tile id=\"0\" class=\"sand\"/></tileset>");
  CHECK(read_board(hexagons)->hash != grass->hash);
}

TEST_CASE("options that a format does not have are refused") {
  const TemporaryFolder folder;
  const auto json = folder.write("a.json", R"({"portolan": "board", "version": 1, "nodes": [], "arcs": []})");
  const auto table = folder.write("a.tsv", "A\tB\n");
  CHECK(failure(read_board(json, {.nodes = table}), ErrorCode::usage).find("--nodes: ") == 0);
  CHECK(failure(read_board(table, {.links = table}), ErrorCode::usage).find("--links: ") == 0);
  CHECK(failure(read_board(folder.write("b", "hello\n")), ErrorCode::syntax).find("not a board") != std::string::npos);
  CHECK(failure(read_board(folder.path() / "missing"), ErrorCode::io).find("missing") != std::string::npos);
}

TEST_CASE("packed files that are damaged or cut off are refused") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i) + "\t" + std::to_string(i * i) + "\n";
  const std::string good = gzipped(text);
  REQUIRE(*unpack_gzip(good, "input") == text);
  // Members one after the other are one file, as those who compress in blocks write them; zeros may fill the last.
  CHECK(*unpack_gzip(good + gzipped("") + gzipped("more"), "input") == text + "more");
  CHECK(*unpack_gzip(good + std::string(300, '\0'), "input") == text);
  CHECK(failure(unpack_gzip(good + "rest", "input"), ErrorCode::syntax) ==
        "input: broken gzip file: there is something behind its end");
  CHECK(failure(unpack_gzip(good.substr(0, good.size() / 2), "input"), ErrorCode::syntax) ==
        "input: broken gzip file: it is cut off");
  std::string bad = good;
  bad[good.size() / 2] = static_cast<char>(bad[good.size() / 2] ^ 0x55);
  CHECK(failure(unpack_gzip(bad, "input"), ErrorCode::syntax).find("input: broken gzip file: ") == 0);
  CHECK(failure(unpack_gzip("\x1f\x8b", "input"), ErrorCode::syntax).find("cut off") != std::string::npos);
}
