// SPDX-License-Identifier: BSL-1.0
// Overlays as bytes with what was refreshed, for games that go on just as they would have.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace portolan {

/// Writes down an overlay: its edits, and which regions of each profile are refreshed. Answers need only the edits;
/// what a query settles, which of equal paths it finds and what a refresh has left to do depend on the rest too. Tables
/// are not in the bytes, as they are made again. What is read may come from anybody: it is refused, or is an overlay
/// that edits and refreshes can make.
class OverlayState {
 public:
  /// Overlay::bytes, and 8 bytes a region. Overlays that do the same make equal bytes. @throws std::bad_alloc
  [[nodiscard]] static std::vector<std::byte> bytes_of(const Overlay& overlay);
  /// The overlay of a world that the bytes hold. Errors: corrupt; unsupported (version); usage (edits of another map).
  /// As Overlay::from_bytes, and 0.2 to a few ms a refreshed region. @throws std::bad_alloc
  [[nodiscard]] static Result<Overlay> read(const World& world, std::span<const std::byte> bytes);
};

}  // namespace portolan
