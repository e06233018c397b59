// SPDX-License-Identifier: BSL-1.0
// Search labels for large graphs: one per node, cleared in O(1) by changing the stamp that marks the live ones.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"

#include <cstdint>

namespace portolan {

/// Labels for BestFirst over nodes [0, size). 24 bytes a node, committed only where searches go. One thread at a time.
class StampedLabels {
 public:
  StampedLabels() = default;
  explicit StampedLabels(std::size_t nodes) : labels_(nodes) {}

  [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
  /// Forgets all labels. O(1), but once in 2^32 calls O(size).
  void clear() noexcept {
    if (++stamp_ != 0) return;
    for (std::size_t i = 0; i < labels_.size(); ++i) labels_[i].stamp = 0;
    stamp_ = 1;
  }

  [[nodiscard]] bool touched(NodeId node) const noexcept { return labels_[node].stamp == stamp_; }
  void touch(NodeId node) noexcept { labels_[node].stamp = stamp_; }
  Cost& cost(NodeId node) noexcept { return labels_[node].cost; }
  [[nodiscard]] Cost cost(NodeId node) const noexcept { return labels_[node].cost; }
  [[nodiscard]] NodeId parent(NodeId node) const noexcept { return labels_[node].parent; }
  void set_parent(NodeId node, NodeId parent) noexcept { labels_[node].parent = parent; }
  [[nodiscard]] std::uint32_t slot(NodeId node) const noexcept { return labels_[node].slot; }
  void set_slot(NodeId node, std::uint32_t slot) noexcept { labels_[node].slot = slot; }
  /// A number of the search's own; nothing sets it or clears it.
  [[nodiscard]] std::uint32_t note(NodeId node) const noexcept { return labels_[node].note; }
  void set_note(NodeId node, std::uint32_t note) noexcept { labels_[node].note = note; }

 private:
  struct Label {
    Cost cost;
    NodeId parent;
    std::uint32_t slot;
    std::uint32_t stamp;
    std::uint32_t note;
  };
  ZeroedArray<Label> labels_;
  std::uint32_t stamp_ = 1;
};

}  // namespace portolan
