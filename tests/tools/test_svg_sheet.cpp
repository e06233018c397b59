// SPDX-License-Identifier: BSL-1.0
// Pictures as shapes: what is written, that it is XML, and that rows of tiles become few shapes.
#include "drawing/svg_sheet.hpp"
#include "portolan/formats/file.hpp"
#include "support/temporary_folder.hpp"

#include <string>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

using namespace portolan;
using tools::Colour;
using tools::SvgSheet;

namespace {

constexpr Colour kWhite{255, 255, 255};
constexpr Colour kRed{200, 0, 16};
constexpr Colour kGlass{0, 0, 255, 51};

SvgSheet blank() {
  auto sheet = SvgSheet::create(40, 30, kWhite);
  REQUIRE(sheet);
  return *std::move(sheet);
}

/// The elements of a document, parsed.
pugi::xml_document parsed(const SvgSheet& sheet) {
  pugi::xml_document document;
  REQUIRE(document.load_string(sheet.document().c_str()));
  REQUIRE(document.child("svg").attribute("viewBox").value() == std::string("0 0 40 30"));
  return document;
}

std::size_t count(const pugi::xml_document& document, const char* element) {
  const auto found = document.child("svg").children(element);
  return static_cast<std::size_t>(std::distance(found.begin(), found.end()));
}

}  // namespace

TEST_CASE("rectangles of one colour become one element, and neighbours in a row one rectangle") {
  SvgSheet sheet = blank();
  for (std::int32_t y = 0; y < 2; ++y) {
    for (std::int32_t x = 0; x < 5; ++x) sheet.fill_rect({{x, y}, {x + 1, y + 1}}, kRed);
  }
  sheet.fill_rect({{7, 1}, {8, 2}}, kRed);
  sheet.fill_rect({{3, 3}, {3, 9}}, kGlass);
  const pugi::xml_document document = parsed(sheet);
  REQUIRE(count(document, "path") == 2);
  const pugi::xml_node last = document.child("svg").last_child();
  CHECK(last.attribute("d").value() == std::string("M0 0h5v1h-5zM0 1h5v1h-5zM7 1h1v1h-1z"));
  CHECK(last.attribute("fill").value() == std::string("#c80010"));
  CHECK_FALSE(last.attribute("fill-opacity"));
}

TEST_CASE("lines, discs and rings keep their order and their measures") {
  SvgSheet sheet = blank();
  sheet.line({1, 2}, {10, 2}, 3, kGlass);
  sheet.line({10, 2}, {10, 9}, 3, kGlass);
  sheet.disc({5, 6}, 2, kRed);
  sheet.circle({5, 6}, 4, 1, kRed);
  const pugi::xml_document document = parsed(sheet);
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xml_node node : document.child("svg").children()) nodes.push_back(node);
  REQUIRE(nodes.size() == 4);
  CHECK(nodes[1].attribute("d").value() == std::string("M1.5 2.5L10.5 2.5M10.5 2.5L10.5 9.5"));
  CHECK(nodes[1].attribute("stroke-opacity").value() == std::string("0.200"));
  CHECK(nodes[1].attribute("stroke-width").as_int() == 3);
  CHECK(nodes[2].attribute("r").value() == std::string("2.5"));
  CHECK(nodes[3].attribute("r").value() == std::string("4.0"));
  CHECK(nodes[3].attribute("fill").value() == std::string("none"));
}

TEST_CASE("texts are escaped, and say what they said") {
  SvgSheet sheet = blank();
  const std::string text = "R&D <\"Zürich\"> 'x'";
  sheet.text({4, 5}, 12, text + "\n\x01", kRed);
  CHECK(parsed(sheet).child("svg").child("text").text().get() == text);
}

TEST_CASE("the same drawing gives the same file, and sides have limits") {
  const test::TemporaryFolder folder;
  SvgSheet sheet = blank();
  sheet.disc({5, 6}, 2, kRed);
  REQUIRE(sheet.save(folder.path() / "a.svg"));
  REQUIRE(read_file(folder.path() / "a.svg").value() == sheet.document());
  CHECK_FALSE(sheet.save(folder.path() / "no" / "a.svg"));
  CHECK_FALSE(SvgSheet::create(0, 5, kWhite));
  CHECK_FALSE(SvgSheet::create(5, tools::kMaxSheetSide + 1, kWhite));
}
