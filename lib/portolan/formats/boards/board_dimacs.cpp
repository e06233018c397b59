// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_dimacs.hpp"

#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/text.hpp"

#include <charconv>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

bool is_dimacs_comment(std::string_view line) noexcept {
  return is_blank(line) || line == "c" || line.starts_with("c ") || line.starts_with("c\t");
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

class DimacsReader {
 public:
  Outcome graph(const NamedText& file) {
    const std::uint32_t number = builder_.add_file(file.name);
    LineReader lines(file.text, file.name);
    const auto header = read_header(lines, {"p", "sp"}, 2);
    if (!header) return header.error();
    const std::uint64_t nodes = (*header)[0];
    if (nodes > file.text.size()) {
      return lines.error(ErrorCode::limit, fmt::format("{} nodes in a file of {} bytes", nodes, file.text.size()));
    }
    const SourcePlace top{number, static_cast<std::uint32_t>(lines.number())};
    for (std::uint64_t i = 1; i <= nodes; ++i) {
      builder_.declare({.name = std::to_string(i), .position = {}, .tags = {}, .place = top});
    }
    std::uint64_t arcs = 0;
    while (lines.next()) {
      if (is_dimacs_comment(lines.line())) continue;
      const auto words = split_words(lines.line(), 5);
      if (words.size() != 4 || words[0] != "a") return lines.error(ErrorCode::syntax, "expected: a FROM TO COST");
      const SourcePlace place{number, static_cast<std::uint32_t>(lines.number())};
      const auto from = node(words[1], place);
      const auto to = node(words[2], place);
      const auto cost = builder_.number(words[3], "cost", place);
      ++arcs;
      if (!from || !to) continue;
      builder_.join(
          {.from = *from, .to = *to, .cost = cost.value_or(Decimal{}), .name = {}, .tags = {}, .place = place},
          Direction::one_way);
    }
    if (arcs == (*header)[1]) return Success{};
    return lines.error(ErrorCode::syntax, fmt::format("{} arcs instead of {}", arcs, (*header)[1]));
  }

  Outcome coordinates(const NamedText& file) {
    const std::uint32_t number = builder_.add_file(file.name);
    LineReader lines(file.text, file.name);
    const auto header = read_header(lines, {"p", "aux", "sp", "co"}, 1);
    if (!header) return header.error();
    if ((*header)[0] != builder_.draft().nodes.size()) {
      return lines.error(ErrorCode::syntax,
                         fmt::format("{} nodes; the graph has {}", (*header)[0], builder_.draft().nodes.size()));
    }
    std::uint64_t placed = 0;
    while (lines.next()) {
      if (is_dimacs_comment(lines.line())) continue;
      const auto words = split_words(lines.line(), 5);
      if (words.size() != 4 || words[0] != "v") return lines.error(ErrorCode::syntax, "expected: v NODE X Y");
      const SourcePlace place{number, static_cast<std::uint32_t>(lines.number())};
      ++placed;
      const auto at = node(words[1], place);
      const auto x = builder_.number(words[2], "x", place);
      const auto y = builder_.number(words[3], "y", place);
      if (!at) continue;
      DraftNode& found = builder_.draft().nodes[*at];
      found.place = place;
      if (x && y) found.position = {*x, *y};
    }
    if (placed != (*header)[0]) {
      return lines.error(ErrorCode::syntax, fmt::format("{} places of {} nodes", placed, (*header)[0]));
    }
    return Success{};
  }

  [[nodiscard]] BoardDraft take() { return builder_.take(); }

 private:
  static Result<std::vector<std::uint64_t>> read_header(LineReader& lines, const std::vector<std::string_view>& start,
                                                        std::size_t numbers) {
    while (lines.next() && is_dimacs_comment(lines.line())) {
    }
    const auto words = split_words(lines.line(), start.size() + numbers + 1);
    std::vector<std::uint64_t> counts;
    bool right = words.size() == start.size() + numbers;
    for (std::size_t i = 0; i < words.size() && right; ++i) {
      const auto count = i < start.size() ? std::nullopt : parse_count(words[i]);
      right = i < start.size() ? words[i] == start[i] : count.has_value();
      if (count) counts.push_back(*count);
    }
    if (right) return counts;
    return lines.error(ErrorCode::syntax, numbers == 2 ? "expected: p sp NODES ARCS" : "expected: p aux sp co NODES");
  }

  std::optional<NodeId> node(std::string_view word, const SourcePlace& place) {
    const auto number = parse_count(word);
    const std::size_t nodes = builder_.draft().nodes.size();
    if (number && *number >= 1 && *number <= nodes) return static_cast<NodeId>(*number - 1);
    builder_.unreadable(place, fmt::format("{} is no node: they are 1 to {}", in_quotes(word), nodes));
    return {};
  }

  DraftBuilder builder_;
};

}  // namespace

bool is_dimacs(std::string_view text) noexcept {
  LineReader lines(text, {});
  while (lines.next()) {
    if (!is_dimacs_comment(lines.line())) return lines.line().starts_with("p sp ");
  }
  return false;
}

Result<BoardDraft> parse_dimacs(const NamedText& graph, const std::optional<NamedText>& coordinates) {
  DimacsReader reader;
  if (const Outcome read = reader.graph(graph); !read) return read.error();
  if (coordinates) {
    if (const Outcome read = reader.coordinates(*coordinates); !read) return read.error();
  }
  return reader.take();
}

}  // namespace portolan
