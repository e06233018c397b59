// SPDX-License-Identifier: BSL-1.0
// Search labels for large graphs: one per node, cleared in O(1) by changing the stamp that marks the live ones.
#pragma once

#include "portolan/core/paged_array.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace portolan {

/// What a search knows of a node.
struct StampedLabel {
  Cost cost;
  NodeId parent;
  std::uint32_t slot;
  std::uint32_t stamp;  ///< of the search that touched it
  std::uint32_t note;   ///< a number of the search's own; nothing sets it or clears it
};

/// The labels of nodes [0, size) as BestFirst wants them, kept in an array of StampedLabel. One thread at a time.
template <class Array>
class LabelsIn {
 public:
  LabelsIn() = default;
  /// Where the array is whole. @throws std::bad_alloc
  explicit LabelsIn(std::size_t size) : labels_(size) {}
  /// Where it takes pages, as PagedArray. @throws std::bad_alloc
  LabelsIn(std::shared_ptr<SearchMemory> memory, std::size_t size) : labels_(std::move(memory), size) {}

  [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
  /// As PagedArray.
  [[nodiscard]] std::size_t room() const noexcept { return labels_.room(); }
  /// Forgets all labels. O(1), as of the array.
  void clear() noexcept { labels_.clear(); }

  /// Where the label of a node lies, until it, or one of a node near it, is made; then that stays until clear().
  [[nodiscard]] std::uint32_t place(NodeId node) const noexcept { return labels_.place(node); }
  [[nodiscard]] bool live(std::uint32_t place) const noexcept { return labels_.at(place).stamp == labels_.stamp(); }
  /// Makes the label of a node live, and sets its place; false if there is no room for it.
  [[nodiscard]] bool make(NodeId node, std::uint32_t& place) noexcept { return labels_.make(node, place); }
  [[nodiscard]] StampedLabel& at(std::uint32_t place) noexcept { return labels_.at(place); }

  [[nodiscard]] bool touched(NodeId node) const noexcept { return labels_.touched(node); }
  bool touch(NodeId node) noexcept { return labels_.touch(node); }
  Cost& cost(NodeId node) noexcept { return labels_[node].cost; }
  [[nodiscard]] Cost cost(NodeId node) const noexcept { return labels_[node].cost; }
  [[nodiscard]] NodeId parent(NodeId node) const noexcept { return labels_[node].parent; }
  void set_parent(NodeId node, NodeId parent) noexcept { labels_[node].parent = parent; }
  [[nodiscard]] std::uint32_t slot(NodeId node) const noexcept { return labels_[node].slot; }
  void set_slot(NodeId node, std::uint32_t slot) noexcept { labels_[node].slot = slot; }
  [[nodiscard]] std::uint32_t note(NodeId node) const noexcept { return labels_[node].note; }
  void set_note(NodeId node, std::uint32_t note) noexcept { labels_[node].note = note; }

 private:
  Array labels_;
};

/// An array of values with a stamp, all there from the start, committed where they are touched.
template <class T>
class StampedArray {
 public:
  StampedArray() = default;
  /// @throws std::bad_alloc
  explicit StampedArray(std::size_t size) : values_(size) {}

  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  /// Forgets all values. O(1), but once in 2^32 calls O(size).
  void clear() noexcept {
    if (++stamp_ != 0) return;
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i].stamp = 0;
    stamp_ = 1;
  }
  [[nodiscard]] std::uint32_t stamp() const noexcept { return stamp_; }
  [[nodiscard]] static std::uint32_t place(std::size_t i) noexcept { return static_cast<std::uint32_t>(i); }
  [[nodiscard]] T& at(std::uint32_t place) noexcept { return values_[place]; }
  [[nodiscard]] const T& at(std::uint32_t place) const noexcept { return values_[place]; }
  bool make(std::size_t i, std::uint32_t& place) noexcept {
    place = static_cast<std::uint32_t>(i);
    return touch(i);
  }
  [[nodiscard]] bool touched(std::size_t i) const noexcept { return values_[i].stamp == stamp_; }
  bool touch(std::size_t i) noexcept {
    values_[i].stamp = stamp_;
    return true;
  }
  /// The value, if it is touched, else nullptr.
  [[nodiscard]] const T* find(std::size_t i) const noexcept { return touched(i) ? &values_[i] : nullptr; }
  T& operator[](std::size_t i) noexcept { return values_[i]; }
  const T& operator[](std::size_t i) const noexcept { return values_[i]; }

 private:
  ZeroedArray<T> values_;
  std::uint32_t stamp_ = 1;
};

/// 24 bytes a node.
using StampedLabels = LabelsIn<StampedArray<StampedLabel>>;
/// In pages of a SearchMemory: for graphs of which a search sees a small part.
using PagedLabels = LabelsIn<PagedArray<StampedLabel>>;

}  // namespace portolan
