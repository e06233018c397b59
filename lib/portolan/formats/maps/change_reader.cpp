// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/change_reader.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kEdit = "edit";
constexpr std::string_view kTiles = "tiles";
constexpr std::string_view kQuery = "query";

bool is_change_comment(std::string_view line) noexcept {
  return is_blank(line) || trimmed(line).starts_with('#');
}

/// Reads one file.
class ChangeParser {
 public:
  ChangeParser(std::string_view text, std::string_view name, const ChangingGround& ground)
      : lines_(text, name), ground_(ground) {
    by_letter_.fill(-1);
    for (std::size_t id = 0; id < ground.palette.size(); ++id) {
      const std::string& terrain = ground.palette[id].name;
      if (terrain.size() == 1) by_letter_[static_cast<unsigned char>(terrain[0])] = static_cast<int>(id);
    }
  }

  Result<std::vector<Change>> parse() {
    bool asks = false;
    while (lines_.next()) {
      if (is_change_comment(lines_.line())) continue;
      Change change{.line = lines_.number(), .what = {}};
      // A name may hold blanks, so the words of an edit end before it.
      const std::vector<std::string_view> words = split_words(lines_.line(), kMostWords);
      Outcome read = read_change(words, change);
      if (!read) return read.error();
      asks = asks || std::holds_alternative<Scenario>(change.what);
      changes_.push_back(std::move(change));
    }
    if (!asks) return lines_.error(ErrorCode::syntax, "no query in the file");
    return std::move(changes_);
  }

 private:
  static constexpr std::size_t kCoordinates = 4;
  static constexpr std::size_t kMostWords = kCoordinates + 3;

  Outcome read_change(Words words, Change& change) {
    if (words[0] == kQuery) return read_query(words, change.what.emplace<Scenario>());
    TerrainChange& edit = change.what.emplace<TerrainChange>();
    if (words[0] == kEdit) return read_edit(words, edit);
    if (words[0] == kTiles) return read_tiles(words, edit);
    return lines_.error(ErrorCode::syntax, words[0],
                        fmt::format("{} is neither edit nor tiles nor query", in_quotes(words[0])));
  }

  Outcome read_integers(Words words, std::array<std::int32_t, kCoordinates>& out) const {
    for (std::size_t i = 0; i < kCoordinates; ++i) {
      const auto value = parse_integer(words[i + 1], 0, kMaxSide);
      if (!value) {
        return lines_.error(ErrorCode::syntax, words[i + 1],
                            fmt::format("{} is not a whole number from 0 to {}", in_quotes(words[i + 1]), kMaxSide));
      }
      out[i] = *value;
    }
    return Success{};
  }

  Outcome read_area(Words words, Rect& area) const {
    std::array<std::int32_t, kCoordinates> numbers{};
    Outcome read = read_integers(words, numbers);
    if (!read) return read;
    const auto [x, y, width, height] = numbers;
    area = {{x, y}, {x + width, y + height}};
    const bool inside = width != 0 && height != 0 && intersection(area, ground_.bounds) == area;
    if (!inside) {
      return lines_.error(ErrorCode::syntax, words[1],
                          fmt::format("a rectangle that is empty or not inside the map of {} x {} tiles",
                                      ground_.bounds.width(), ground_.bounds.height()));
    }
    if (!ground_.floors.on_one_floor(area)) {
      return lines_.error(ErrorCode::syntax, words[1], "a rectangle that is not on one floor");
    }
    return Success{};
  }

  Outcome read_edit(Words words, TerrainChange& edit) const {
    if (words.size() < kCoordinates + 2) {
      return lines_.error(ErrorCode::syntax, "expected 'edit x y width height TERRAIN'");
    }
    Outcome read = read_area(words, edit.area);
    if (!read) return read;
    const std::string_view line = lines_.line();
    const std::string_view name =
        trimmed(line.substr(static_cast<std::size_t>(words[kCoordinates + 1].data() - line.data())));
    const auto terrain = std::ranges::find(ground_.palette, name, &Terrain::name);
    if (terrain == ground_.palette.end()) {
      return lines_.error(ErrorCode::syntax, words[kCoordinates + 1],
                          fmt::format("the map has no terrain {}", in_quotes(name)));
    }
    edit.terrain.push_back(static_cast<TerrainId>(terrain - ground_.palette.begin()));
    return Success{};
  }

  Outcome read_tiles(Words words, TerrainChange& edit) {
    if (words.size() != kCoordinates + 1) {
      return lines_.error(ErrorCode::syntax, "expected 'tiles x y width height'");
    }
    Outcome read = read_area(words, edit.area);
    if (!read) return read;
    const auto width = static_cast<std::size_t>(edit.area.width());
    for (std::int32_t row = 0; row < edit.area.height(); ++row) {
      if (!lines_.next() || lines_.line().size() != width) {
        return lines_.error(ErrorCode::syntax, fmt::format("expected row {} of {}, {} letters of terrain", row + 1,
                                                           edit.area.height(), width));
      }
      const std::string_view letters = lines_.line();
      for (std::size_t i = 0; i < width; ++i) {
        const int terrain = by_letter_[static_cast<unsigned char>(letters[i])];
        if (terrain < 0) {
          const std::string_view letter = letters.substr(i, 1);
          return lines_.error(ErrorCode::syntax, letter, fmt::format("the map has no terrain {}", in_quotes(letter)));
        }
        edit.terrain.push_back(static_cast<TerrainId>(terrain));
      }
    }
    return Success{};
  }

  Outcome read_query(Words words, Scenario& query) const {
    if (words.size() != kCoordinates + 1 && words.size() != kCoordinates + 2) {
      return lines_.error(ErrorCode::syntax, "expected 'query sx sy gx gy' and maybe a length");
    }
    std::array<std::int32_t, kCoordinates> numbers{};
    Outcome read = read_integers(words, numbers);
    if (!read) return read;
    query.from = {numbers[0], numbers[1]};
    query.to = {numbers[2], numbers[3]};
    if (!ground_.bounds.contains(query.from) || !ground_.bounds.contains(query.to)) {
      return lines_.error(
          ErrorCode::syntax, words[1],
          fmt::format("an end outside the map of {} x {} tiles", ground_.bounds.width(), ground_.bounds.height()));
    }
    if (words.size() == kCoordinates + 1) return Success{};
    const std::string_view text = words[kCoordinates + 1];
    const auto length = parse_number(text);
    if (!length || *length < 0) {
      return lines_.error(ErrorCode::syntax, text, fmt::format("length {} is not a number from 0", in_quotes(text)));
    }
    query.length = *length;
    return Success{};
  }

  LineReader lines_;
  const ChangingGround& ground_;
  std::array<int, 256> by_letter_{};  ///< the terrain of a name of one byte; -1: none
  std::vector<Change> changes_;
};

}  // namespace

bool is_changes(std::string_view text) noexcept {
  LineReader lines(text, {});
  while (lines.next()) {
    if (is_change_comment(lines.line())) continue;
    const std::string_view line = trimmed(lines.line());
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    return word == kEdit || word == kTiles || word == kQuery;
  }
  return false;
}

Result<std::vector<Change>> parse_changes(std::string_view text, std::string_view name, const ChangingGround& ground) {
  return ChangeParser(text, name, ground).parse();
}

}  // namespace portolan
