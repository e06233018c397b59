// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/board_draft.hpp"

#include "portolan/boards/given_estimates.hpp"
#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

namespace portolan {
namespace {

/// Most bytes of all texts of a kind, and most tags of all nodes or arcs.
constexpr std::uint64_t kMostItems = 0xFFFF'FFFF;

std::string count_text(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what);
}

/// Empty if the text may be a name.
std::string name_fault(std::string_view what, std::string_view text) {
  const std::string subject = std::string(what) + " " + in_quotes(text);
  if (text.empty()) return "the " + std::string(what) + " is empty";
  if (text.size() > kMaxNameBytes) return subject + " has " + count_text(text.size(), "bytes; up to 255 are allowed");
  if (!is_utf8(text)) return subject + " is not UTF-8";
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
  return control ? subject + " has a control character" : "";
}

std::string tag_fault(std::string_view tag) {
  std::string fault = name_fault("tag", tag);
  if (!fault.empty()) return fault;
  if (tag.find(';') != std::string_view::npos) return "tag " + in_quotes(tag) + " has a semicolon";
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  return is_blank(tag.front()) || is_blank(tag.back()) ? "tag " + in_quotes(tag) + " begins or ends with a blank" : "";
}

std::string place_text(const BoardDraft& draft, const SourcePlace& place) {
  std::string text = place.file < draft.files.size() ? draft.files[place.file] : "board";
  if (place.line != 0) text += ":" + std::to_string(place.line);
  return text;
}

/// A cost and where it stands.
struct PlacedCost {
  Decimal cost;
  SourcePlace place;
};

/// The cost with the most decimals, which sets the unit: of an arc, the first of several, or else of entering a node.
PlacedCost most_precise(const BoardDraft& draft) {
  PlacedCost most{{0, 0}, {}};
  for (const DraftArc& arc : draft.arcs) {
    if (arc.cost.decimals > most.cost.decimals) most = {arc.cost, arc.place};
  }
  for (const DraftNode& node : draft.nodes) {
    if (node.enter.decimals > most.cost.decimals) most = {node.enter, node.place};
  }
  return most;
}

/// The sum of two costs in the unit of an arc; nothing if that is too much.
std::optional<std::uint32_t> weight_of(const Decimal& way, const Decimal& enter, std::uint32_t decimals) {
  const auto first = scaled(way, decimals);
  const auto second = scaled(enter, decimals);
  // Both are below 10^18.
  if (!first || !second || *first + *second >= kMaxArcCost) return {};
  return static_cast<std::uint32_t>(*first + *second);
}

class Checker {
 public:
  explicit Checker(const BoardDraft& draft) : draft_(draft), found_(draft.unreadable) {}

  std::vector<Finding> run() {
    check_nodes();
    check_arcs();
    const std::vector<Finding> estimates = estimate_errors_in(draft_);
    found_.insert(found_.end(), estimates.begin(), estimates.end());
    sort_findings(found_);
    return std::move(found_);
  }

 private:
  void report(const SourcePlace& place, std::string reason) {
    if (!reason.empty()) found_.push_back({place, std::move(reason)});
  }

  void report_too_large(const SourcePlace& place, const std::string& cost, const PlacedCost& precise) {
    std::string reason =
        cost + " is too large: costs must be below " + to_text(make_decimal(kMaxArcCost, precise.cost.decimals));
    if (precise.cost.decimals != 0) {
      reason += " in the unit of " + to_text(precise.cost) + " (" + place_text(draft_, precise.place) + ")";
    }
    report(place, std::move(reason));
  }

  void check_tags(const std::vector<std::string>& tags, const SourcePlace& place) {
    tag_count_ += tags.size();
    for (const std::string& tag : tags) report(place, tag_fault(tag));
  }

  void check_nodes() {
    if (draft_.nodes.empty() && found_.empty()) report({}, "no nodes");
    if (draft_.nodes.size() >= kMaxBoardNodes) report({}, count_text(draft_.nodes.size(), "nodes are too many"));
    std::unordered_map<std::string_view, const DraftNode*> names;
    const PlacedCost precise = most_precise(draft_);
    std::uint64_t bytes = 0;
    for (const DraftNode& node : draft_.nodes) {
      bytes += node.name.size();
      report(node.place, name_fault("name", node.name));
      const auto [other, fresh] = names.emplace(node.name, &node);
      if (!fresh) {
        report(node.place, "name " + in_quotes(node.name) + " is given twice, first at " +
                               place_text(draft_, other->second->place));
      }
      check_tags(node.tags, node.place);
      if (node.enter.digits < 0) {
        report(node.place, "enter " + to_text(node.enter) + " is negative");
      } else if (!weight_of({}, node.enter, precise.cost.decimals)) {
        report_too_large(node.place, "enter " + to_text(node.enter), precise);
      }
      if (!node.position) continue;
      for (const Decimal& value : {node.position->x, node.position->y}) {
        const auto whole = scaled(rounded(value, 0), 0);
        if (!whole || *whole >= kMaxPosition || *whole <= -kMaxPosition)
          report(node.place, "position " + to_text(value) + " is beyond 2^53");
      }
    }
    if (bytes > kMostItems || tag_count_ > kMostItems) report({}, "names or tags are too long in all");
  }

  void check_arcs() {
    if (draft_.arcs.size() >= kMostItems) report({}, count_text(draft_.arcs.size(), "arcs are too many"));
    const PlacedCost precise = most_precise(draft_);
    tag_count_ = 0;
    std::uint64_t bytes = 0;
    for (const DraftArc& arc : draft_.arcs) {
      bytes += arc.name.size();
      if (arc.from >= draft_.nodes.size() || arc.to >= draft_.nodes.size()) report(arc.place, "an end is no node");
      if (!arc.name.empty()) report(arc.place, name_fault("name", arc.name));
      check_tags(arc.tags, arc.place);
      if (arc.cost.digits < 0) {
        report(arc.place, "cost " + to_text(arc.cost) + " is negative");
        continue;
      }
      const Decimal enter = arc.to < draft_.nodes.size() ? draft_.nodes[arc.to].enter : Decimal{};
      if (weight_of(arc.cost, enter, precise.cost.decimals) || !weight_of({}, enter, precise.cost.decimals)) continue;
      std::string cost = "cost " + to_text(arc.cost);
      if (enter.digits != 0) cost += " and " + to_text(enter) + " to enter " + in_quotes(draft_.nodes[arc.to].name);
      report_too_large(arc.place, cost, precise);
    }
    if (bytes > kMostItems || tag_count_ > kMostItems) report({}, "names or tags of arcs are too long in all");
  }

  const BoardDraft& draft_;
  std::vector<Finding> found_;
  std::uint64_t tag_count_ = 0;
};

void append(Board::Texts& texts, std::string_view text) {
  if (texts.first.empty()) texts.first.push_back(0);
  texts.bytes.insert(texts.bytes.end(), text.begin(), text.end());
  texts.first.push_back(static_cast<std::uint32_t>(texts.bytes.size()));
}

/// Makes the graph of a draft without errors.
class Maker {
 public:
  explicit Maker(const BoardDraft& draft) : draft_(draft) {}

  Board run() {
    number_tags();
    make_nodes();
    make_positions();
    make_arcs();
    add_estimates(draft_, graph_);
    return std::move(graph_);
  }

 private:
  void number_tags() {
    std::set<std::string_view> names;
    for (const DraftNode& node : draft_.nodes) names.insert(node.tags.begin(), node.tags.end());
    for (const DraftArc& arc : draft_.arcs) names.insert(arc.tags.begin(), arc.tags.end());
    for (const std::string_view name : names) {
      tags_.emplace(name, static_cast<std::uint32_t>(tags_.size()));
      append(graph_.tag_names, name);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> numbers_of(const std::vector<std::string>& tags) const {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(tags.size());
    for (const std::string& tag : tags) numbers.push_back(tags_.at(tag));
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
  }

  static void append_row(Board::Tags& tags, const std::vector<std::uint32_t>& row) {
    if (tags.first.empty()) tags.first.push_back(0);
    tags.tag.insert(tags.tag.end(), row.begin(), row.end());
    tags.first.push_back(static_cast<std::uint32_t>(tags.tag.size()));
  }

  void make_nodes() {
    for (const DraftNode& node : draft_.nodes) {
      append(graph_.names, node.name);
      append_row(graph_.node_tags, numbers_of(node.tags));
    }
    if (graph_.node_tags.tag.empty()) graph_.node_tags = {};
    graph_.by_name.resize(draft_.nodes.size());
    std::iota(graph_.by_name.begin(), graph_.by_name.end(), NodeId{0});
    std::sort(graph_.by_name.begin(), graph_.by_name.end(),
              [&](NodeId a, NodeId b) { return draft_.nodes[a].name < draft_.nodes[b].name; });
  }

  /// Whether all positions lie within kMaxPosition in units of 10^-decimals.
  [[nodiscard]] bool positions_fit(std::uint32_t decimals) const {
    return std::all_of(draft_.nodes.begin(), draft_.nodes.end(), [&](const DraftNode& node) {
      if (!node.position) return true;
      const auto x = scaled(rounded(node.position->x, decimals), decimals);
      const auto y = scaled(rounded(node.position->y, decimals), decimals);
      return x && y && std::max(std::abs(*x), std::abs(*y)) < kMaxPosition;
    });
  }

  /// Decimals that positions have when rounded to that many.
  [[nodiscard]] std::uint32_t decimals_used(std::uint32_t most) const {
    std::uint32_t used = 0;
    for (const DraftNode& node : draft_.nodes) {
      if (!node.position) continue;
      used = std::max({used, rounded(node.position->x, most).decimals, rounded(node.position->y, most).decimals});
    }
    return used;
  }

  void make_positions() {
    const bool any = std::any_of(draft_.nodes.begin(), draft_.nodes.end(),
                                 [](const DraftNode& node) { return node.position.has_value(); });
    if (!any) return;
    std::uint32_t decimals = decimals_used(kMaxPositionDecimals);
    while (decimals != 0 && !positions_fit(decimals)) decimals = decimals_used(decimals - 1);
    graph_.position_decimals = decimals;
    for (const DraftNode& node : draft_.nodes) {
      graph_.positions.push_back(node.position
                                     ? BoardPosition{scaled(rounded(node.position->x, decimals), decimals).value_or(0),
                                                     scaled(rounded(node.position->y, decimals), decimals).value_or(0)}
                                     : kNoPosition);
    }
  }

  void make_costs_to_enter() {
    const auto is_free = [](const DraftNode& node) { return node.enter.digits == 0; };
    if (std::all_of(draft_.nodes.begin(), draft_.nodes.end(), is_free)) return;
    for (const DraftNode& node : draft_.nodes) {
      graph_.enter.push_back(weight_of({}, node.enter, graph_.cost_decimals).value_or(0));
    }
  }

  void make_arcs() {
    graph_.arcs.first.assign(draft_.nodes.size() + 1, 0);
    graph_.cost_decimals = cost_decimals(draft_);
    make_costs_to_enter();
    struct Arc {
      const DraftArc* draft;
      std::uint32_t weight;
      std::vector<std::uint32_t> tags;
    };
    std::vector<Arc> arcs;
    arcs.reserve(draft_.arcs.size());
    for (const DraftArc& arc : draft_.arcs) {
      const auto weight = weight_of(draft_, arc, graph_.cost_decimals);
      arcs.push_back({&arc, weight.value_or(0), numbers_of(arc.tags)});
    }
    std::sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) {
      return std::tie(a.draft->from, a.draft->to, a.weight, a.draft->name, a.tags) <
             std::tie(b.draft->from, b.draft->to, b.weight, b.draft->name, b.tags);
    });
    for (const Arc& arc : arcs) {
      ++graph_.arcs.first[arc.draft->from + 1];
      graph_.arcs.target.push_back(arc.draft->to);
      graph_.arcs.weight.push_back(arc.weight);
      append(graph_.arc_names, arc.draft->name);
      append_row(graph_.arc_tags, arc.tags);
    }
    std::partial_sum(graph_.arcs.first.begin(), graph_.arcs.first.end(), graph_.arcs.first.begin());
    if (graph_.arc_names.bytes.empty()) graph_.arc_names = {};
    if (graph_.arc_tags.tag.empty()) graph_.arc_tags = {};
  }

  const BoardDraft& draft_;
  Board graph_;
  std::map<std::string_view, std::uint32_t> tags_;
};

}  // namespace

std::uint32_t cost_decimals(const BoardDraft& draft) noexcept {
  return most_precise(draft).cost.decimals;
}

std::optional<std::uint32_t> weight_of(const BoardDraft& draft, const DraftArc& arc, std::uint32_t decimals) noexcept {
  return weight_of(arc.cost, draft.nodes[arc.to].enter, decimals);
}

void sort_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.place.file, a.place.line) < std::tie(b.place.file, b.place.line);
  });
  const auto same = [](const Finding& a, const Finding& b) {
    return std::tie(a.place.file, a.place.line, a.reason) == std::tie(b.place.file, b.place.line, b.reason);
  };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

std::string text_of(const BoardDraft& draft, const Finding& finding) {
  return place_text(draft, finding.place) + ": " + finding.reason;
}

std::vector<Finding> errors_in(const BoardDraft& draft) {
  return Checker(draft).run();
}

Result<Board> make_board(const BoardDraft& draft) {
  const std::vector<Finding> errors = errors_in(draft);
  if (!errors.empty()) return Error{ErrorCode::syntax, text_of(draft, errors.front())};
  return Maker(draft).run();
}

BoardDraft draft_of(const BoardView& graph) {
  BoardDraft draft;
  const auto tags_of = [&](std::span<const std::uint32_t> numbers) {
    std::vector<std::string> tags;
    for (const std::uint32_t number : numbers) tags.emplace_back(graph.tag_names[number]);
    return tags;
  };
  for (NodeId node = 0; node < graph.size(); ++node) {
    DraftNode& made = draft.nodes.emplace_back();
    made.name = graph.names[node];
    made.tags = tags_of(graph.node_tags[node]);
    if (!graph.positions.empty() && graph.positions[node] != kNoPosition) {
      made.position = {make_decimal(graph.positions[node].x, graph.position_decimals),
                       make_decimal(graph.positions[node].y, graph.position_decimals)};
    }
    made.enter = graph.in_author_unit(graph.cost_to_enter(node));
    for (std::uint32_t arc = graph.arcs.first[node]; arc < graph.arcs.first[node + 1]; ++arc) {
      draft.arcs.push_back({.from = node,
                            .to = graph.arcs.target[arc],
                            .cost = graph.in_author_unit(graph.own_weight(arc)),
                            .name = std::string(graph.arc_names[arc]),
                            .tags = tags_of(graph.arc_tags[arc]),
                            .place = {}});
    }
  }
  for (const EstimateGoal& entry : graph.estimate_goals) {
    EstimateColumn& column = draft.estimates.emplace_back();
    column.goal = graph.names[entry.goal];
    const GivenEstimates given = graph.estimates_to(entry.goal);
    for (NodeId node = 0; node < given.by_node.size(); ++node) {
      column.estimates.push_back({node, graph.in_author_unit(given.by_node[node]), {}});
    }
  }
  return draft;
}

}  // namespace portolan
