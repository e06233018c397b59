// SPDX-License-Identifier: BSL-1.0
#include "portolan/build/region_graph_sections.hpp"

#include "portolan/build/build_region_world.hpp"
#include "portolan/build/build_stage.hpp"
#include "portolan/build/contraction.hpp"
#include "portolan/build/index_sections.hpp"
#include "portolan/build/label_builder.hpp"
#include "portolan/build/provenance.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan {
namespace {

using format::SectionKind;

class Adder {
 public:
  Adder(WorldImage& image, const RegionGraph& graph, const BuildOptions& options, std::vector<std::string>& notes)
      : image_(image), graph_(graph), options_(options), notes_(notes) {}

  void run() {
    add_graph();
    add_indexes();
  }

 private:
  void add_graph() {
    image_.add(SectionKind::graph_info, {},
               std::vector{format::RegionGraphRecord{.nodes = static_cast<std::uint32_t>(graph_.by_name.size()),
                                                     .arcs = static_cast<std::uint32_t>(graph_.target.size()),
                                                     .tags = static_cast<std::uint32_t>(graph_.view().tag_names.size()),
                                                     .cost_decimals = graph_.cost_decimals,
                                                     .position_decimals = graph_.position_decimals,
                                                     .reserved = 0}});
    add_texts(SectionKind::graph_name_first, SectionKind::graph_names, graph_.names);
    image_.add(SectionKind::graph_by_name, {}, graph_.by_name);
    if (!graph_.positions.empty()) image_.add(SectionKind::graph_positions, {}, graph_.positions);
    image_.add(SectionKind::graph_first, {}, graph_.first);
    image_.add(SectionKind::graph_target, {}, graph_.target);
    image_.add(SectionKind::graph_weight, {}, graph_.weight);
    add_texts(SectionKind::graph_tag_first, SectionKind::graph_tags, graph_.tag_names);
    add_tags(SectionKind::node_tag_first, SectionKind::node_tag, graph_.node_tags);
    add_texts(SectionKind::arc_name_first, SectionKind::arc_names, graph_.arc_names);
    add_tags(SectionKind::arc_tag_first, SectionKind::arc_tag, graph_.arc_tags);
  }
  void add_texts(SectionKind first, SectionKind bytes, const RegionGraph::Texts& texts) {
    if (texts.first.empty()) return;
    image_.add(first, {}, texts.first);
    image_.add(bytes, {}, texts.bytes);
  }
  void add_tags(SectionKind first, SectionKind tag, const RegionGraph::Tags& tags) {
    if (tags.first.empty()) return;
    image_.add(first, {}, tags.first);
    image_.add(tag, {}, tags.tag);
  }

  /// One contraction serves the order of labels and the hierarchy.
  void add_indexes() {
    const CsrGraph arcs = graph_.view().arcs;
    const bool automatic = !options_.indexes;
    const auto wanted = [&](IndexKind kind) { return options_.indexes && options_.indexes->contains(kind); };
    const bool wants_labels = automatic || wanted(IndexKind::labels);
    const bool by_contraction = wants_labels && hub_order_for(arcs) == HubOrder::contraction;
    std::optional<Contraction> contraction;
    std::optional<LabelArrays> labels;
    if (by_contraction || wanted(IndexKind::ch)) contraction = make_contraction(arcs);
    if (wants_labels && (contraction || !by_contraction)) {
      labels = make_labels(arcs, contraction ? std::span<const NodeId>(contraction->node) : std::span<const NodeId>());
    }
    if (automatic && !labels && !contraction) contraction = make_contraction(arcs);
    if (labels) {
      if (automatic) note_choice("labels", labels->bytes());
      add_labels(image_, format::kNoProfile, std::move(*labels));
      if (automatic) return;
    }
    if (!contraction || !(automatic || wanted(IndexKind::ch))) return;
    if (contraction->bytes() > room()) {
      notes_.push_back(fmt::format("no contraction hierarchy: {} bytes, {} allowed", contraction->bytes(), room()));
      return;
    }
    if (automatic) note_choice("ch", contraction->bytes());
    add_hierarchy(image_, format::kNoProfile, std::move(*contraction));
  }

  /// Bytes to build with,
  [[nodiscard]] std::uint64_t memory() const { return options_.memory - std::min(options_.memory, image_.payload()); }
  /// and those that an index may take.
  [[nodiscard]] std::uint64_t room() const {
    return options_.indexes ? memory() : std::min(memory(), kRegionIndexBytes * graph_.by_name.size());
  }

  void note_choice(std::string_view kind, std::uint64_t bytes) {
    notes_.push_back(fmt::format("index {}: {:.1f} bytes a node", kind,
                                 static_cast<double>(bytes) / static_cast<double>(graph_.by_name.size())));
  }

  std::optional<Contraction> make_contraction(const CsrGraph& arcs) {
    auto made = run_stage(options_, "contraction", [&] {
      return contract(arcs, {.threads = options_.threads, .max_work = max_contraction_work(options_)});
    });
    if (made) return std::move(*made);
    notes_.push_back("no contraction hierarchy: " + made.error().message);
    return {};
  }

  std::optional<LabelArrays> make_labels(const CsrGraph& arcs, std::span<const NodeId> contracted) {
    auto made = run_stage(options_, "hub labels", [&] {
      return build_hub_labels(
          arcs, {.threads = options_.threads, .max_bytes = room(), .memory = memory(), .contracted = contracted});
    });
    if (made) return std::move(*made);
    notes_.push_back("no hub labels: " + made.error().message);
    return {};
  }

  WorldImage& image_;
  const RegionGraph& graph_;
  const BuildOptions& options_;
  std::vector<std::string>& notes_;
};

}  // namespace

void add_region_graph(WorldImage& image, const RegionGraph& graph, const BuildOptions& options,
                      std::vector<std::string>& notes) {
  Adder(image, graph, options, notes).run();
}

}  // namespace portolan
