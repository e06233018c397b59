// SPDX-License-Identifier: BSL-1.0
// Paths out of hub labels.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/graph/hub_labels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Two nodes and their entries, in HubLabels::out and HubLabels::in, for the hub over which the path goes.
struct LabelMeeting {
  NodeId source = 0;
  std::uint32_t out = 0;
  NodeId target = 0;
  std::uint32_t in = 0;
};

struct LabelPath {
  Status status = Status::corrupt;  ///< found; out_of_budget: there is not room enough; corrupt
  std::size_t size = 0;             ///< of the path
};

/// Writes make(node) for every node from source to target to the front of `room`. Needs is_well_formed(labels), nodes
/// and entries that exist. O(nodes of the path).
template <class Item, class Make>
[[nodiscard]] LabelPath trace_path(const HubLabels& labels, const LabelMeeting& meeting, std::span<Item> room,
                                   Make&& make) noexcept {
  // The way from the source fills the room from the front and ends with the hub, the one from the target fills it from
  // the back and leaves the hub out.
  std::size_t front = 0;
  std::size_t back = room.size();
  const std::size_t nodes = labels.size();
  const auto stopped = [&] { return LabelPath{front == back ? Status::out_of_budget : Status::corrupt}; };
  const std::uint32_t out = labels.out.place[meeting.out];
  const std::uint32_t in = labels.in.place[meeting.in];
  if (out >= labels.out.tree.size() || labels.out.tree[out] != meeting.source) return {};
  if (in >= labels.in.tree.size() || labels.in.tree[in] != meeting.target) return {};
  const NodeId hub = climb(labels.out.tree, out, [&](NodeId node) {
    if (front == back || node >= nodes) return false;
    room[front++] = make(node);
    return true;
  });
  if (hub == kNoNode) return stopped();
  const NodeId same = climb(labels.in.tree, in, [&](NodeId node) {
    if (node == hub) return true;
    if (front == back || node >= nodes) return false;
    room[--back] = make(node);
    return true;
  });
  if (same == kNoNode) return stopped();
  if (same != hub) return {};
  std::copy(room.begin() + static_cast<std::ptrdiff_t>(back), room.end(),
            room.begin() + static_cast<std::ptrdiff_t>(front));
  return {Status::found, front + room.size() - back};
}

}  // namespace portolan
