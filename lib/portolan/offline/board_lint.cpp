// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/board_lint.hpp"

#include "portolan/bgl/csr_graph.hpp"
#include "portolan/boards/given_estimates.hpp"
#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <boost/graph/strong_components.hpp>

namespace portolan {
namespace {

/// Names listed in a message.
constexpr std::size_t kNamesListed = 4;
/// The share of symmetric pairs from which on the others are odd.
constexpr std::size_t kSymmetricTenths = 9;
/// Arcs are odd whose cost per distance is below the usual one over this.
constexpr double kPositionSlack = 8;
/// Fewer arcs than this have no usual cost per distance.
constexpr std::size_t kLeastSample = 8;

/// Small letters, blanks trimmed and runs of them as one.
std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '\t') {
      if (!text.empty() && text.back() != ' ') text += ' ';
    } else {
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

class Linter {
 public:
  explicit Linter(const BoardDraft& draft) : draft_(draft) {}

  std::vector<Finding> run() {
    found_ = name_warnings_in(draft_);
    const std::vector<Finding> estimates = estimate_warnings_in(draft_);
    found_.insert(found_.end(), estimates.begin(), estimates.end());
    loops();
    parts();
    asymmetric_pairs();
    positions();
    sort_findings(found_);
    return std::move(found_);
  }

 private:
  enum class Direction : std::uint8_t { one_way, both };
  struct Components {
    std::vector<std::uint32_t> of;  ///< by node
    std::uint32_t count = 0;
  };
  /// The strong components of the board, or of the board with every arc leading back too.
  [[nodiscard]] Components components(Direction direction) const {
    const bool both = direction == Direction::both;
    std::vector<std::uint32_t> first(draft_.nodes.size() + 1, 0);
    std::vector<NodeId> target((both ? 2 : 1) * draft_.arcs.size());
    const auto for_each_arc = [&](auto&& visit) {
      for (const DraftArc& arc : draft_.arcs) {
        visit(arc.from, arc.to);
        if (both) visit(arc.to, arc.from);
      }
    };
    for_each_arc([&](NodeId from, NodeId) { ++first[from + 1]; });
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for_each_arc([&](NodeId from, NodeId to) { target[next[from]++] = to; });
    const CsrGraph graph{.first = first, .target = target, .weight = {}};
    Components found{std::vector<std::uint32_t>(graph.size()), 0};
    found.count = boost::strong_components(
        graph, boost::make_iterator_property_map(found.of.begin(), get(boost::vertex_index, graph)));
    return found;
  }

  void report(const SourcePlace& place, std::string reason) { found_.push_back({place, std::move(reason)}); }
  [[nodiscard]] std::string name(NodeId node) const { return in_quotes(draft_.nodes[node].name); }

  void loops() {
    for (const DraftArc& arc : draft_.arcs) {
      if (arc.from == arc.to) report(arc.place, "an arc from " + name(arc.from) + " to itself is on no path");
    }
  }

  /// "'A', 'B' and 3 more".
  [[nodiscard]] std::string listed(const std::vector<NodeId>& nodes) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(nodes.size(), kNamesListed); ++i)
      text += (i == 0 ? "" : ", ") + name(nodes[i]);
    if (nodes.size() > kNamesListed) text += " and " + std::to_string(nodes.size() - kNamesListed) + " more";
    return text;
  }

  void parts() {
    const auto [strong, count] = components(Direction::one_way);
    const std::vector<NodeId> weak = weak_components();
    std::vector<bool> left(count, false);
    std::vector<bool> entered(count, false);
    std::vector<bool> has_arcs(draft_.nodes.size(), false);
    for (const DraftArc& arc : draft_.arcs) {
      has_arcs[arc.from] = has_arcs[arc.to] = true;
      if (strong[arc.from] == strong[arc.to]) continue;
      left[strong[arc.from]] = true;
      entered[strong[arc.to]] = true;
    }
    std::map<NodeId, std::vector<NodeId>> by_weak;
    std::map<std::uint32_t, std::vector<NodeId>> by_strong;
    for (NodeId node = 0; node < draft_.nodes.size(); ++node) {
      by_weak[weak[node]].push_back(node);
      by_strong[strong[node]].push_back(node);
    }
    const NodeId main = largest(by_weak);
    for (const auto& [part, nodes] : by_weak) {
      const std::string names = listed(nodes);
      if (nodes.size() == 1) {
        if (!has_arcs[nodes[0]] && draft_.nodes.size() > 1)
          report(draft_.nodes[nodes[0]].place, names + " is isolated: no arc leads there or away");
      } else if (part != main) {
        report(draft_.nodes[nodes[0]].place, names + ": no arc joins them to the rest of the board");
      }
    }
    std::map<NodeId, std::pair<std::size_t, std::uint32_t>> mainland;  // by weak part: its largest strong one
    for (const auto& [part, nodes] : by_strong) {
      auto& most = mainland[weak[nodes[0]]];
      if (nodes.size() > most.first) most = {nodes.size(), part};
    }
    for (const auto& [part, nodes] : by_strong) {
      if (mainland[weak[nodes[0]]].second == part) continue;
      const SourcePlace& place = draft_.nodes[nodes[0]].place;
      if (!left[part] && entered[part]) report(place, listed(nodes) + ": can be entered but not left");
      if (left[part] && !entered[part]) report(place, listed(nodes) + ": can be left but not entered");
    }
  }

  /// By node the least node of its part, arcs taken both ways.
  [[nodiscard]] std::vector<NodeId> weak_components() const {
    const auto [component, count] = components(Direction::both);
    std::vector<NodeId> least(count, kNoNode);
    std::vector<NodeId> part(component.size());
    for (NodeId node = 0; node < part.size(); ++node) {
      if (least[component[node]] == kNoNode) least[component[node]] = node;
      part[node] = least[component[node]];
    }
    return part;
  }

  static NodeId largest(const std::map<NodeId, std::vector<NodeId>>& parts) {
    const auto at = std::max_element(parts.begin(), parts.end(),
                                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    return at == parts.end() ? kNoNode : at->first;
  }

  void asymmetric_pairs() {
    /// The cheapest arc each way, from the lesser node and to it.
    std::map<std::pair<NodeId, NodeId>, std::array<const DraftArc*, 2>> pairs;
    const auto cheaper = [&](const DraftArc& a, const DraftArc& b) {
      const std::uint32_t decimals = std::max(a.cost.decimals, b.cost.decimals);
      return scaled(a.cost, decimals).value_or(0) < scaled(b.cost, decimals).value_or(0);
    };
    for (const DraftArc& arc : draft_.arcs) {
      if (arc.from == arc.to) continue;
      const DraftArc*& least = pairs[std::minmax(arc.from, arc.to)][arc.from < arc.to ? 0 : 1];
      if (least == nullptr || cheaper(arc, *least)) least = &arc;
    }
    const auto symmetric = [](const auto& pair) {
      const auto& [there, back] = pair.second;
      return there != nullptr && back != nullptr && there->cost == back->cost;
    };
    const auto even = static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), symmetric));
    if (even == pairs.size() || 10 * even < kSymmetricTenths * pairs.size()) return;
    for (const auto& pair : pairs) {
      if (symmetric(pair)) continue;
      const auto& [there, back] = pair.second;
      const DraftArc& arc = there != nullptr ? *there : *back;
      const std::string ends = name(arc.from) + " to " + name(arc.to);
      if (there == nullptr || back == nullptr) {
        report(arc.place, ends + " goes one way only, unlike most of the board");
      } else {
        report(arc.place,
               ends + " costs " + to_text(arc.cost) + ", back " + to_text(back->cost) + ", unlike most of the board");
      }
    }
  }

  void positions() {
    struct Ratio {
      double cost_per_distance;
      const DraftArc* arc;
    };
    std::vector<Ratio> ratios;
    const auto real = [](const Decimal& d) { return static_cast<double>(d.digits) / std::pow(10.0, d.decimals); };
    for (const DraftArc& arc : draft_.arcs) {
      const auto& from = draft_.nodes[arc.from].position;
      const auto& to = draft_.nodes[arc.to].position;
      if (!from || !to) continue;
      const double distance = std::hypot(real(from->x) - real(to->x), real(from->y) - real(to->y));
      if (distance > 0) ratios.push_back({real(arc.cost) / distance, &arc});
    }
    if (ratios.size() < kLeastSample) return;
    std::vector<double> sorted;
    sorted.reserve(ratios.size());
    for (const Ratio& ratio : ratios) sorted.push_back(ratio.cost_per_distance);
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double usual = *middle;
    for (const auto& [ratio, arc] : ratios) {
      if (ratio * kPositionSlack >= usual) continue;
      const auto [low, high] = std::minmax(arc->from, arc->to);
      report(arc->place, name(low) + " and " + name(high) + ": a cost of " + to_text(arc->cost) +
                             " is less than an eighth of what is usual over such a distance: their positions or it may "
                             "be wrong");
    }
  }

  const BoardDraft& draft_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> name_warnings_in(const BoardDraft& draft) {
  std::vector<Finding> found;
  const auto name = [&](NodeId node) { return in_quotes(draft.nodes[node].name); };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  std::unordered_map<std::string, NodeId> seen;
  for (NodeId node = 0; node < draft.nodes.size(); ++node) {
    const auto& [text, place] = std::tie(draft.nodes[node].name, draft.nodes[node].place);
    if (!text.empty() && (is_blank(text.front()) || is_blank(text.back())))
      found.push_back({place, "name " + name(node) + " begins or ends with a blank, which is part of it"});
    const auto [other, fresh] = seen.emplace(folded(text), node);
    if (fresh) continue;
    const SourcePlace& first = draft.nodes[other->second].place;
    std::string where = first.line == 0 ? "" : " (" + text_of(draft, {first, ""});
    if (!where.empty()) where = where.substr(0, where.size() - 2) + ")";
    found.push_back(
        {place, "name " + name(node) + " is nearly " + name(other->second) + where + ": two nodes, or one misspelt?"});
  }
  sort_findings(found);
  return found;
}

std::vector<Finding> warnings_in(const BoardDraft& draft) {
  return Linter(draft).run();
}

}  // namespace portolan
