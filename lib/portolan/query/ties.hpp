// SPDX-License-Identifier: BSL-1.0
// Which path is taken where several cost the least.
#pragma once

#include <cstdint>
#include <string_view>

namespace portolan {

/// How one of several paths of the least cost is chosen. The numbers are those of the C interface.
enum class TieRule : std::uint8_t {
  first = 0,        ///< the one that the search comes to first, by its total order
  straightest = 1,  ///< the one with the fewest turns; of those the one whose tiles lie, in sum, the least distance
                    ///< beside the straight line between the ends
  random = 2,       ///< each with the same chance, drawn from a seed
};

/// A rule of ties. The same world, ends, rule and seed always choose the same path.
struct Ties {
  TieRule rule = TieRule::first;
  std::uint64_t seed = 0;  ///< of TieRule::random
};

/// Between which ends a rule of ties has chosen, among all paths of the least cost; those inside a path are where
/// `first` goes. The numbers are those of the C interface.
enum class TiesScope : std::uint8_t {
  none = 0,     ///< nothing was chosen: the rule is `first`, there is no path, or it is one at any angle
  leg = 1,      ///< of each leg of the region tier, within 60x60 tiles around it
  stretch = 2,  ///< of each stretch of the path, as long as the 60x60 tiles around it take, within them
  path = 3,     ///< start and goal: nothing was left out
};

/// The name of the rule, as options write it.
[[nodiscard]] std::string_view to_string(TieRule) noexcept;
/// The name of the scope, as reports write it.
[[nodiscard]] std::string_view to_string(TiesScope) noexcept;

}  // namespace portolan
