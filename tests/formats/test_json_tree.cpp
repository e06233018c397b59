// SPDX-License-Identifier: BSL-1.0
// JSON as a tree with lines: the same values as the parser's own document, however arrays are kept.
#include "formats/reader_support.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/json_tree.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace portolan;
using test::failure;

namespace {

using Json = nlohmann::ordered_json;

/// A tree and what it views.
class Parsed {
 public:
  explicit Parsed(std::string text) : text_(std::move(text)), tree_(JsonTree::parse(text_, "f")) {
    if (!tree_) FAIL(tree_.error().message);
  }
  [[nodiscard]] JsonValue root() const { return tree_->root(); }

 private:
  std::string text_;
  Result<JsonTree> tree_;
};

std::string fault(std::string_view text, ErrorCode code = ErrorCode::syntax) {
  return failure(JsonTree::parse(text, "f"), code);
}

/// The value that a path such as [3, 0] leads to, by numbers of elements.
JsonValue at(const Parsed& parsed, const std::vector<std::size_t>& way) {
  JsonValue value = parsed.root();
  for (const std::size_t number : way) {
    std::size_t before = 0;
    std::optional<JsonValue> found;
    for (const JsonValue& element : value.elements()) {
      if (before++ == number) found = element;
    }
    REQUIRE(found);
    value = *found;
  }
  return value;
}

/// A random document whose arrays hold numbers, other things, or both, in any order.
Json random_document(test::Rng& rng, int depth) {
  const std::int32_t pick = rng.below(depth == 0 ? 6 : 9);
  switch (pick) {
    case 0:
      return nullptr;
    case 1:
      return rng.percent(50);
    case 2:
      return rng.between(-1000, 1000);
    case 3:
      return static_cast<std::uint64_t>(rng.next());
    case 4:
      return rng.between(-1'000'000, 1'000'000) / 1024.0;
    case 5: {
      std::string text;
      for (std::int32_t i = rng.below(6); i > 0; --i) text += static_cast<char>(rng.below(128));
      return rng.percent(30) ? text + "\u00e9" : text;
    }
    case 6: {
      Json object = Json::object();
      for (std::int32_t i = rng.below(6); i > 0; --i)
        object[fmt::format("k{}{}", rng.below(20), rng.percent(10) ? "\n" : "")] = random_document(rng, depth - 1);
      return object;
    }
    default: {
      Json array = Json::array();
      const bool is_mixed = pick == 8;
      for (std::int32_t i = rng.below(8); i > 0; --i)
        array.push_back(is_mixed && rng.percent(40) ? random_document(rng, depth - 1) : Json(rng.between(-9, 99)));
      return array;
    }
  }
}

/// The tree as such a document; checks keys, counts and paths on the way.
Json document_of(const JsonValue& value, const std::string& path) {
  if (value.path() != path) FAIL(value.path() << " instead of " << path);
  switch (value.kind()) {
    case JsonKind::null:
      return nullptr;
    case JsonKind::boolean:
      return value.text() == "true";
    case JsonKind::number:
      return Json::parse(value.text());
    case JsonKind::string:
      return value.text();
    case JsonKind::array: {
      Json array = Json::array();
      for (const JsonValue& element : value.elements())
        array.push_back(document_of(element, fmt::format("{}[{}]", path, array.size())));
      if (array.size() != value.size()) FAIL("another size");
      return array;
    }
    case JsonKind::object:
      break;
  }
  Json object = Json::object();
  for (const JsonValue& member : value.elements()) {
    const std::string key(member.key());
    object[key] = document_of(member, path + (path.empty() ? "" : ".") + printable(key));
    if (value.find(key)->path() != member.path()) FAIL("another value under " << key);
  }
  if (object.size() != value.size()) FAIL("another size");
  return object;
}

}  // namespace

TEST_CASE("random JSON texts are trees of the same values in the same order") {
  test::Rng rng(8);
  for (int round = 0; round < 3000; ++round) {
    const Json document = random_document(rng, 5);
    const std::string text = document.dump(rng.percent(50) ? rng.below(3) : -1);
    CAPTURE(text);
    const Parsed parsed(text);
    const Json read = document_of(parsed.root(), "");
    // As texts, since -0.0 equals 0.
    REQUIRE(read.dump() == document.dump());
  }
}

TEST_CASE("values of JSON know their lines, and numbers are as they were written") {
  const Parsed parsed(
      "\xef\xbb\xbf\n{ \"a\": [1,\n 2.50,\n\n -0 ,1E+2],\n \"b\"\n:\n[ 7,\n [\n], \"x\\ty\",\n null, 3 ], \"c\": "
      "\"z\"}\n");
  const JsonValue root = parsed.root();
  CHECK(root.line() == 2);
  const std::array<std::string_view, 4> numbers{"1", "2.50", "-0", "1E+2"};
  const std::array<std::uint32_t, 4> lines{2, 3, 5, 5};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(at(parsed, {0, i}).text() == numbers[i]);
    CHECK(at(parsed, {0, i}).line() == lines[i]);
    CHECK(at(parsed, {0, i}).path() == fmt::format("a[{}]", i));
    CHECK(at(parsed, {0, i}).size() == 0);
  }
  CHECK(root.find("b")->line() == 8);
  CHECK(at(parsed, {1, 0}).text() == "7");
  CHECK(at(parsed, {1, 0}).line() == 8);
  CHECK(at(parsed, {1, 1}).line() == 9);
  CHECK(at(parsed, {1, 2}).text() == "x\ty");
  CHECK(at(parsed, {1, 2}).line() == 10);
  CHECK(at(parsed, {1, 4}).text() == "3");
  CHECK(at(parsed, {1, 4}).line() == 11);
  CHECK(at(parsed, {1, 4}).error("no").message == "f:11: b[4]: no");
  CHECK(root.find("c")->text() == "z");
  CHECK(root.find("c")->line() == 11);
  CHECK_FALSE(root.find("d"));
  CHECK_FALSE(at(parsed, {1}).find("a"));
}

TEST_CASE("a JSON text may be one number") {
  for (const std::string text : {"5", "-1.5e3", " 5 ", "\n7\n"}) {
    CAPTURE(text);
    const Parsed parsed(text);
    CHECK(parsed.root().is(JsonKind::number));
    CHECK(text.find(parsed.root().text()) == text.find_first_not_of(" \n"));
    CHECK(parsed.root().text().find_first_of(" \n") == std::string_view::npos);
    CHECK(parsed.root().path().empty());
  }
}

TEST_CASE("keys that an object has twice are errors at the second") {
  CHECK(fault("{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}") == "f:3: a: this key is given twice");
  CHECK(fault("[{},\n {\"x\": {\"k\": 1,\n \"\\u006b\": 2}}]") == "f:3: [1].x.k: this key is given twice");
  CHECK(Parsed(R"([{"a": 1}, {"a": {"a": 1}, "b": 2}])").root().size() == 2);
}

TEST_CASE("JSON nests as deep as its limit") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(Parsed(nested(kMaxJsonDepth)).root().is(JsonKind::array));
  CHECK(fault("\n" + nested(kMaxJsonDepth + 1), ErrorCode::limit) ==
        "f:2: more than 256 arrays and objects within each other");
}

TEST_CASE("values of JSON keep to the memory that they may take, and packed numbers take none") {
  std::string numbers = "[1";
  for (int i = 0; i < 10'000; ++i) numbers += ",\n1";
  CHECK(JsonTree::parse(numbers + "]", "f", 100).has_value());
  std::string mixed = numbers + ", null]";
  CHECK(JsonTree::parse(mixed, "f", 10'004 * 24).has_value());
  CHECK(failure(JsonTree::parse(mixed, "f", 10'002 * 24), ErrorCode::limit).find("f: its values take about ") == 0);
  const std::string escaped = "[\"" + std::string(5000, 'x') + "\\n\"]";
  CHECK(failure(JsonTree::parse(escaped, "f", 5000), ErrorCode::limit).find("--memory") != std::string::npos);
  CHECK(JsonTree::parse(escaped, "f", 6000).has_value());
}

TEST_CASE("whole numbers are read from arrays of JSON") {
  using Numbers = std::vector<std::uint32_t>;
  const auto numbers_of = [](const std::string& text) {
    const Parsed parsed(text);
    Numbers numbers{7};
    const Outcome read = parsed.root().get_to(numbers);
    if (!read) FAIL(read.error().message);
    return numbers;
  };
  CHECK(numbers_of("[]") == Numbers{7});
  CHECK(numbers_of("[ 0,1\n ,4294967295 ]") == Numbers{7, 0, 1, 4294967295});
  const auto error_of = [](const std::string& text) {
    const Parsed parsed(text);
    Numbers numbers;
    return failure(parsed.root().get_to(numbers), ErrorCode::syntax);
  };
  CHECK(error_of("7") == "f:1: expected a list of whole numbers");
  for (const std::string wrong : {"4294967296", "-1", "-0", "1.0", "1e1", "\"1\"", "null", "[]", "{}"}) {
    CAPTURE(wrong);
    CHECK(error_of("[1,\n2,\n" + wrong + "]") == "f:3: [2]: expected a whole number from 0 to 4294967295");
    CHECK(error_of("[" + wrong + ", 2]") == "f:1: [0]: expected a whole number from 0 to 4294967295");
  }
}

TEST_CASE("fields of an object in JSON") {
  constexpr std::array<std::string_view, 5> kKnown{"text", "truth", "texts", "numbers", "other"};
  constexpr std::array<std::string_view, 1> kNeeded{"text"};
  struct Read {
    std::string text;
    bool truth = false;
    std::vector<std::string> texts = {"old"};
    std::size_t numbers = 0;
    std::string error;
  };
  const auto read_fields = [&](const std::string& text) {
    const Parsed parsed(text);
    Read read;
    JsonFields fields(parsed.root(), {kKnown, kNeeded});
    fields.get_to("text", read.text);
    fields.get_to("truth", read.truth);
    fields.get_to("texts", read.texts);
    fields.read("numbers", [&](const JsonValue& value) -> Outcome {
      std::array<std::string_view, 3> numbers;
      const auto count = value.get_numbers(numbers);
      if (!count) return value.expected("three numbers");
      read.numbers = *count;
      return Success{};
    });
    if (!fields.outcome()) read.error = fields.outcome().error().message;
    return read;
  };
  const Read all = read_fields(R"({"texts": ["a", "b\u00e9"], "numbers": [1, 2.5], "truth": true, "text": "t"})");
  CHECK(all.error.empty());
  CHECK(all.text == "t");
  CHECK(all.truth);
  CHECK(all.texts == std::vector<std::string>{"old", "a", "b\u00e9"});
  CHECK(all.numbers == 2);
  const Read least = read_fields(R"({"text": "t"})");
  CHECK(least.error.empty());
  CHECK_FALSE(least.truth);
  CHECK(least.texts == std::vector<std::string>{"old"});
  CHECK(read_fields("[]").error == "f:1: expected an object");
  CHECK(read_fields("{\n}").error == "f:1: key 'text' is missing");
  CHECK(read_fields("{\"text\": \"t\",\n\"txt\": 1}").error ==
        "f:2: txt: unknown key (known: text, truth, texts, numbers, other)");
  CHECK(read_fields("{\"text\": 1, \"truth\": 1}").error == "f:1: text: expected a string");
  CHECK(read_fields("{\"text\": \"\", \"truth\": \"true\"}").error == "f:1: truth: expected true or false");
  CHECK(read_fields("{\"text\": \"\", \"texts\": \"a\"}").error == "f:1: texts: expected a list of strings");
  CHECK(read_fields("{\"text\": \"\", \"texts\": [\"a\",\n1]}").error == "f:2: texts[1]: expected a string");
  for (const std::string numbers : {"[1, 2, 3, 4]", "[1, \"2\"]", "{}", "7", "null"}) {
    CAPTURE(numbers);
    CHECK(read_fields("{\"text\": \"\", \"numbers\": " + numbers + "}").error ==
          "f:1: numbers: expected three numbers");
  }
}

TEST_CASE("the head of a file in JSON") {
  const auto head = [](const std::string& text) {
    const Parsed parsed(text);
    const Outcome checked = check_json_head(parsed.root(), "board");
    return checked ? "" : checked.error().message;
  };
  CHECK(head(R"({"portolan": "board", "version": 1})").empty());
  CHECK(head("{}").empty());
  CHECK(head("[]") == "f:1: expected an object with the key `portolan`");
  CHECK(head(R"({"portolan": "areas"})") == "f:1: portolan: expected \"board\"");
  CHECK(head(R"({"portolan": 1})") == "f:1: portolan: expected \"board\"");
  CHECK(head(R"({"version": "1"})") == "f:1: version: expected 1");
  CHECK(head(R"({"version": 12})") == "f:1: version 12; this library reads 1");
}

TEST_CASE("JSON damaged at random is a tree or refused with its line") {
  test::Rng rng(9);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = test::mutated(random_document(rng, 3).dump(1), rng);
    CAPTURE(text);
    const auto tree = JsonTree::parse(text, "f");
    if (tree) {
      (void)document_of(tree->root(), "");
    } else {
      REQUIRE(tree.error().message.starts_with("f:"));
      REQUIRE(tree.error().message.find('\n') == std::string::npos);
    }
    REQUIRE((tree.has_value() || !Json::accept(text) || tree.error().message.find("twice") != std::string::npos));
  }
}
