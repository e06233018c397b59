// SPDX-License-Identifier: BSL-1.0
#include "board/board.hpp"

#include "portolan/core/name_guess.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/world/format.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Findings of one severity that are printed.
constexpr std::size_t kFindingsShown = 100;

}  // namespace

bool is_world_file(std::string_view bytes) noexcept {
  return bytes.starts_with(std::string_view(format::kMagic.data(), format::kMagic.size()));
}

void print_findings(std::FILE* stream, const BoardDraft& draft, const std::vector<Finding>& findings,
                    std::string_view severity) {
  for (std::size_t i = 0; i < std::min(findings.size(), kFindingsShown); ++i) {
    Finding named = findings[i];
    named.reason = fmt::format("{}: {}", severity, named.reason);
    fmt::print(stream, "{}\n", text_of(draft, named));
  }
  if (findings.size() > kFindingsShown) {
    fmt::print(stream, "and {} more of severity {}\n", findings.size() - kFindingsShown, severity);
  }
}

std::size_t print_refusal(const std::string& file, const Outcome& outcome) {
  if (outcome) return 0;
  fmt::print("{}: error: {}\n", file, outcome.error().message);
  return 1;
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Result<NodeId> parse_node(const BoardView& graph, std::string_view text, std::string_view what) {
  static constexpr std::string_view kPrefix = "name:";
  if (const auto found = graph.find(text)) return *found;
  if (text.starts_with(kPrefix)) {
    text.remove_prefix(kPrefix.size());
    if (const auto found = graph.find(text)) return *found;
  }
  NameGuess guess(text);
  for (NodeId node = 0; node < graph.size(); ++node) guess.offer(graph.names[node]);
  return Error{ErrorCode::usage, fmt::format("no {} is called {}{}", what, in_quotes(text), guess.text())};
}

Result<Tier> parse_board_tier(std::string_view text, const BoardTierView& tier) {
  if (text == "auto") return Tier::automatic;
  if (text == "astar") return Tier::astar;
  if (text == "ch" && tier.hierarchy) return Tier::ch;
  if (text == "labels" && tier.labels) return Tier::labels;
  if (text == "ch" || text == "labels")
    return Error{ErrorCode::usage, fmt::format("--tier {}: the world file has no such index", text)};
  return Error{ErrorCode::usage, fmt::format("--tier {}: a board has auto, astar, ch and labels", text)};
}

namespace {

/// The arcs come from a file and may be anything.
bool has_arc(const CsrGraph& arcs, NodeId from, NodeId to) {
  const std::size_t end = std::min<std::size_t>(arcs.first[from + 1], arcs.target.size());
  const std::size_t begin = std::min<std::size_t>(arcs.first[from], end);
  return std::ranges::count(arcs.target.subspan(begin, end - begin), to) != 0;
}

}  // namespace

Result<AreaClosures> parse_closures(const BoardView& graph, const AreasView* drawn,
                                    const std::vector<std::string>& areas, const std::vector<std::string>& borders) {
  const std::string_view what = drawn == nullptr ? "node" : drawn->by_sight() ? "waypoint" : "area";
  AreaClosures closures;
  for (const std::string& name : areas) {
    const auto node = parse_node(graph, name, what);
    if (!node) return Error{ErrorCode::usage, "--close-area: " + node.error().message};
    closures.areas.push_back(*node);
  }
  for (std::size_t i = 0; i + 1 < borders.size(); i += 2) {
    const auto a = parse_node(graph, borders[i], what);
    const auto b = parse_node(graph, borders[i + 1], what);
    for (const auto* node : {&a, &b}) {
      if (!*node) return Error{ErrorCode::usage, "--close-border: " + node->error().message};
    }
    const bool open = has_arc(graph.arcs, *a, *b) || has_arc(graph.arcs, *b, *a);
    const bool closed = drawn != nullptr && (drawn->is_closed({*a, *b}) || drawn->is_closed({*b, *a}));
    if (!open && !closed) {
      return Error{ErrorCode::usage,
                   fmt::format("--close-border: {} and {} have no {}", in_quotes(graph.names[*a]),
                               in_quotes(graph.names[*b]), drawn != nullptr && drawn->by_sight() ? "way" : "border")};
    }
    closures.borders.push_back({*a, *b});
    closures.borders.push_back({*b, *a});
  }
  return closures;
}

}  // namespace portolan::tools
