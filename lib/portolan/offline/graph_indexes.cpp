// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/graph_indexes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

/// ContractionOptions::max_work: a contraction that nobody asked for by name takes minutes at most.
std::uint64_t max_contraction_work(const CsrGraph& graph, const IndexOptions& options) {
  constexpr std::uint64_t kWorkPerNode = 10'000;
  constexpr std::uint64_t kLeastWork = 1'000'000'000;
  constexpr std::uint64_t kMostWork = 10'000'000'000;
  if (options.indexes) return ContractionOptions{}.max_work;
  return std::clamp(kWorkPerNode * graph.size(), kLeastWork, kMostWork);
}

double per_unit(std::uint64_t all, std::uint64_t units) {
  return static_cast<double>(all) / static_cast<double>(std::max<std::uint64_t>(units, 1));
}

class Maker {
 public:
  Maker(BuildContext& context, const CsrGraph& graph, const IndexBudget& budget, const IndexOptions& options)
      : context_(context), graph_(graph), budget_(budget), options_(options) {}

  GraphIndexes run(HubOrder order) {
    const bool automatic = !options_.indexes;
    const auto wanted = [&](IndexKind kind) { return names_index(options_, kind); };
    const bool wants_labels = automatic || wanted(IndexKind::labels) || wanted(IndexKind::blocks);
    const bool by_contraction = wants_labels && order == HubOrder::contraction;
    GraphIndexes made;
    if (by_contraction || wanted(IndexKind::ch)) made.hierarchy = contraction();
    if (wants_labels && (made.hierarchy || !by_contraction)) made.labels = labels(order, made.hierarchy);
    if (automatic && !made.labels && !by_contraction) made.hierarchy = contraction();
    const bool keeps_hierarchy = automatic ? !made.labels : wanted(IndexKind::ch);
    if (made.hierarchy && keeps_hierarchy && section_bytes(*made.hierarchy) > budget_.bytes) {
      leave_out("contraction hierarchy", budget_.compared(section_bytes(*made.hierarchy)));
      made.hierarchy.reset();
    }
    if (!keeps_hierarchy) made.hierarchy.reset();
    return made;
  }

 private:
  std::optional<Contraction> contraction() {
    auto made = context_.run("contraction", [&] {
      return contract(graph_, {.threads = context_.threads(),
                               .max_work = max_contraction_work(graph_, options_),
                               .memory = budget_.memory});
    });
    if (made) return std::move(*made);
    leave_out("contraction hierarchy", made.error().message);
    return {};
  }

  std::optional<LabelArrays> labels(HubOrder order, const std::optional<Contraction>& contraction) {
    auto made = context_.run("hub labels", [&] {
      const std::uint64_t held = contraction ? section_bytes(*contraction) : 0;
      LabelOptions wanted{.order = order,
                          .threads = context_.threads(),
                          .max_bytes = budget_.bytes,
                          .memory = budget_.memory - std::min(budget_.memory, held)};
      if (contraction) wanted.contracted = contraction->node;
      return build_hub_labels(graph_, wanted);
    });
    if (made) return std::move(*made);
    leave_out("hub labels", fmt::format("{}; {}", made.error().message, budget_.allowed()));
    return {};
  }

  void leave_out(std::string_view what, std::string_view why) { context_.note(fmt::format("no {}: {}", what, why)); }

  BuildContext& context_;
  const CsrGraph& graph_;
  const IndexBudget& budget_;
  const IndexOptions& options_;
};

}  // namespace

std::string IndexBudget::compared(std::uint64_t taken) const {
  return fmt::format("{:.1f} bytes a {}, {:.1f} allowed", per_unit(taken, units), unit, per_unit(bytes, units));
}

std::string IndexBudget::allowed() const {
  return fmt::format("{:.1f} bytes a {} allowed", per_unit(bytes, units), unit);
}

GraphIndexes make_graph_indexes(BuildContext& context, const CsrGraph& graph, HubOrder order, const IndexBudget& budget,
                                const IndexOptions& options) {
  return Maker(context, graph, budget, options).run(order);
}

void note_choice(BuildContext& context, const IndexOptions& options, const IndexBudget& budget, std::string_view kind,
                 std::uint64_t taken) {
  if (!options.indexes) context.note(fmt::format("index {}: {}", kind, budget.compared(taken)));
}

}  // namespace portolan
