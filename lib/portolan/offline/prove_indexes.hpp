// SPDX-License-Identifier: BSL-1.0
// What World::verify leaves unproven of a world file: that its waypoint graphs and indexes answer for all pairs.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/section_kind.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>

namespace portolan {

/// Whether World::verify leaves values of such a section unproven in part, in profiles and in boards.
[[nodiscard]] bool is_left_to_prove(SectionKind kind);

/// What a proof may take.
struct ProofOptions {
  unsigned threads = 0;                      ///< 0: one per core
  std::uint64_t memory = ~std::uint64_t{0};  ///< bytes to build with
};

/// Proves waypoint graphs and indexes of a world that World::verify has passed:
///
/// - Waypoint graphs are built again and compared.
/// - A contraction hierarchy keeps all distances while its nodes give way one after the other, from the lowest rank on:
///   for every way between two higher nodes over the lowest one, the arcs of higher ranks hold one that costs no more.
/// - Hub labels are built again in an order of hubs that the labels themselves tell, whichever way it was chosen: they
///   are canonical (Abraham, Delling, Goldberg, Werneck, 2012), so a label with a hub comes after that hub.
/// - Block labels are joined again and compared, but for blocks that are left out.
///
/// Takes what building them takes, in time and in memory. Errors, with profile and part: corrupt; limit (building again
/// takes more than the memory, or makes more label entries than the file holds). @throws std::bad_alloc
[[nodiscard]] Outcome prove_indexes(const World& world, const ProofOptions& options = {});

}  // namespace portolan
