// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/status.hpp"

namespace portolan {

std::string_view to_string(Status status) noexcept {
  switch (status) {
    case Status::found:
      return "found";
    case Status::partial:
      return "partial";
    case Status::undecided:
      return "undecided";
    case Status::unreachable:
      return "unreachable";
    case Status::bad_start:
      return "bad_start";
    case Status::bad_goal:
      return "bad_goal";
    case Status::out_of_budget:
      return "out_of_budget";
    case Status::corrupt:
      return "corrupt";
    case Status::bad_request:
      return "bad_request";
    case Status::busy:
      return "busy";
  }
  return "corrupt";
}

std::string_view to_string(Why why) noexcept {
  switch (why) {
    case Why::none:
      return "none";
    case Why::outside:
      return "outside";
    case Why::blocked:
      return "blocked";
    case Why::different_islands:
      return "different_islands";
    case Why::exhausted:
      return "exhausted";
    case Why::does_not_fit:
      return "does_not_fit";
    case Why::no_local_path:
      return "no_local_path";
    case Why::tier_missing:
      return "tier_missing";
    case Why::edited:
      return "edited";
    case Why::budget_spent:
      return "budget_spent";
    case Why::bad_reference:
      return "bad_reference";
    case Why::moved_end:
      return "moved_end";
    case Why::off_lattice:
      return "off_lattice";
    case Why::no_area:
      return "no_area";
    case Why::no_path_within:
      return "no_path_within";
    case Why::nearest_unknown:
      return "nearest_unknown";
    case Why::closed:
      return "closed";
    case Why::no_room:
      return "no_room";
    case Why::wrong_size:
      return "wrong_size";
    case Why::no_such_node:
      return "no_such_node";
    case Why::out_of_range:
      return "out_of_range";
  }
  return "none";
}

std::string_view to_string(Tier tier) noexcept {
  switch (tier) {
    case Tier::automatic:
      return "auto";
    case Tier::astar:
      return "astar";
    case Tier::local:
      return "local";
    case Tier::regions:
      return "regions";
    case Tier::waypoints:
      return "waypoints";
    case Tier::ch:
      return "ch";
    case Tier::labels:
      return "labels";
    case Tier::blocks:
      return "blocks";
    case Tier::jump:
      return "jump";
  }
  return "auto";
}

}  // namespace portolan
