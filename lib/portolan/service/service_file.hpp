// SPDX-License-Identifier: BSL-1.0
// Services as bytes: saved with a game, compared between machines, and gone on with.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/world/overlay.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// Writes down between two calls all that decides what a service does next: requests, answers that were not polled,
/// shares and tickets. A service of the same world, profile and options, of any number of threads, that reads it does
/// what the other one goes on to do, tick by tick. Searches are not in it, as a request that waits for more is asked
/// again. What is read may come from anybody: it is refused, or is a state that a service may have. No other call of
/// the service meanwhile.
class ServiceFile {
 public:
  /// 8 bytes a slot, 300 a request and what PathFile makes of an answered path; O(edited blocks) too. @throws
  /// std::bad_alloc
  [[nodiscard]] static std::vector<std::byte> bytes_of(const PathService& service);
  /// Tells states apart: XXH3-64 of bytes_of. @throws std::bad_alloc
  [[nodiscard]] static std::uint64_t hash_of(const PathService& service);
  /// Makes the service the one that the bytes hold, and its paths as roomy, or as any path of the world can need; all
  /// tickets that it gave out before are lost. `overlays` are those of PathService::snapshots() when it was written, in
  /// that order, with the same edits, refreshed as far. Errors, after which the service is as before: corrupt,
  /// unsupported (version), usage (another world file, profile, options or overlays). O(bytes), and PathQuery::use for
  /// each snapshot and thread. @throws as that; then the service is as when it was made
  static Outcome read(std::span<const std::byte> bytes, std::span<const std::shared_ptr<const Overlay>> overlays,
                      PathService& service);

 private:
  class Reader;
};

}  // namespace portolan
