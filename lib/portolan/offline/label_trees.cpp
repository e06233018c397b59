// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/label_trees.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/offline/index_runs.hpp"

#include <algorithm>
#include <numeric>

namespace portolan {
namespace {

/// Hubs or nodes that one thread takes at a time.
constexpr std::size_t kHubsAtOnce = 256;

/// One entry as a node of the tree of its hub, in which nodes are numbered as they come.
struct Member {
  NodeId node;
  std::uint32_t entry;
};

/// All entries, grouped by hub, ascending by node.
struct Members {
  std::vector<std::uint32_t> first;  ///< hubs + 1
  std::vector<Member> member;

  Members(const LabelSet& set, std::size_t hubs) : first(hubs + 1, 0), member(set.hub.size()) {
    for (const HubId hub : set.hub) ++first[hub + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> at(first.begin(), first.end() - 1);
    for (NodeId node = 0; node + 1 < set.first.size(); ++node) {
      for (std::uint32_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
        member[at[set.hub[entry]]++] = {node, entry};
      }
    }
  }
  [[nodiscard]] std::span<const Member> of(HubId hub) const noexcept {
    return std::span(member).subspan(first[hub], first[hub + 1] - first[hub]);
  }
};

/// Lays out one tree after another, each as if its records began at 0.
class TreeLayout {
 public:
  explicit TreeLayout(std::size_t nodes) : number_(nodes) {}

  std::vector<std::uint32_t> lay_out(std::span<const Member> members, std::span<const NodeId> next,
                                     std::span<std::uint32_t> place) {
    link(members, next);
    choose_heavy_children();
    cut_into_paths();
    return write(members, place);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  void link(std::span<const Member> members, std::span<const NodeId> next) {
    for (std::uint32_t i = 0; i < members.size(); ++i) number_[members[i].node] = i;
    parent_.resize(members.size());
    children_.assign(members.size(), 0);
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      parent_[i] = number_[next[members[i].entry]];
      if (parent_[i] == i) {
        root_ = i;
      } else {
        ++children_[parent_[i]];
      }
    }
  }

  /// Takes leaf after leaf off the tree, so that every node comes when all below it have been counted.
  void choose_heavy_children() {
    below_.assign(parent_.size(), 1);
    heavy_.assign(parent_.size(), kNone);
    for (std::uint32_t i = 0; i < parent_.size(); ++i) {
      for (std::uint32_t at = i; children_[at] == 0 && at != root_;) {
        children_[at] = kNone;
        const std::uint32_t parent = parent_[at];
        below_[parent] += below_[at];
        std::uint32_t& heavy = heavy_[parent];
        const bool heavier =
            heavy == kNone || below_[at] > below_[heavy] || (below_[at] == below_[heavy] && at < heavy);
        if (heavier) heavy = at;
        --children_[parent];
        if (parent > i) break;
        at = parent;
      }
    }
  }

  /// The tops of all paths, those of a subtree together, every one after that of its parent.
  void cut_into_paths() {
    light_first_.assign(parent_.size() + 1, 0);
    const auto is_light = [&](std::uint32_t i) { return i != root_ && heavy_[parent_[i]] != i; };
    for (std::uint32_t i = 0; i < parent_.size(); ++i) light_first_[parent_[i] + 1] += is_light(i) ? 1 : 0;
    std::partial_sum(light_first_.begin(), light_first_.end(), light_first_.begin());
    light_.resize(light_first_.back());
    light_end_.assign(light_first_.begin(), light_first_.end() - 1);
    for (std::uint32_t i = 0; i < parent_.size(); ++i) {
      if (is_light(i)) light_[light_end_[parent_[i]]++] = i;
    }
    tops_.clear();
    open_.assign(1, root_);
    while (!open_.empty()) {
      const std::uint32_t top = open_.back();
      open_.pop_back();
      tops_.push_back(top);
      for (std::uint32_t i = top; i != kNone; i = heavy_[i]) {
        for (std::uint32_t l = light_first_[i]; l < light_first_[i + 1]; ++l) open_.push_back(light_[l]);
      }
    }
  }

  /// Links lead to later records: paths from the last to the first, each from its bottom to its top.
  std::vector<std::uint32_t> write(std::span<const Member> members, std::span<std::uint32_t> place) {
    std::vector<std::uint32_t> records(members.size() + tops_.size());
    auto end = static_cast<std::uint32_t>(records.size());
    for (const std::uint32_t top : tops_) {
      records[--end] = top == root_ ? kTreeEnd : kTreeLink + place[members[parent_[top]].entry];
      for (std::uint32_t i = top; i != kNone; i = heavy_[i]) {
        records[--end] = members[i].node;
        place[members[i].entry] = end;
      }
    }
    return records;
  }

  std::vector<std::uint32_t> number_;  ///< by node: its number in the present tree
  std::uint32_t root_ = 0;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> children_;
  std::vector<std::uint32_t> below_;  ///< nodes below, itself included
  std::vector<std::uint32_t> heavy_;  ///< the child on the same path
  std::vector<std::uint32_t> light_;  ///< the other children, grouped by parent
  std::vector<std::uint32_t> light_first_;
  std::vector<std::uint32_t> light_end_;
  std::vector<std::uint32_t> tops_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

LabelTrees lay_out_trees(const LabelSet& set, std::span<const NodeId> next, std::size_t hubs, unsigned threads) {
  const Members members(set, hubs);
  LabelTrees trees;
  trees.place.resize(set.hub.size());
  std::vector<std::vector<std::uint32_t>> records(hubs);
  std::vector<TreeLayout> layouts(thread_count(threads), TreeLayout(set.first.size() - 1));
  const auto for_hubs = [&](auto&& work) {
    const IndexRuns runs{hubs, kHubsAtOnce};
    parallel_for(runs.size(), threads, [&](std::size_t run, unsigned worker) {
      const auto [begin, end] = runs[run];
      for (std::size_t hub = begin; hub < end; ++hub) work(static_cast<HubId>(hub), worker);
    });
  };
  for_hubs([&](HubId hub, unsigned worker) {
    if (members.of(hub).empty()) return;
    records[hub] = layouts[worker].lay_out(members.of(hub), next, trees.place);
  });
  std::vector<std::uint32_t> base(hubs + 1, 0);
  for (HubId hub = 0; hub < hubs; ++hub) base[hub + 1] = base[hub] + static_cast<std::uint32_t>(records[hub].size());
  trees.tree.resize(base.back());
  for_hubs([&](HubId hub, unsigned) {
    std::uint32_t* to = trees.tree.data() + base[hub];
    for (const std::uint32_t record : records[hub]) {
      *to++ = record >= kTreeLink && record != kTreeEnd ? record + base[hub] : record;
    }
    for (const Member& member : members.of(hub)) trees.place[member.entry] += base[hub];
  });
  return trees;
}

}  // namespace portolan
