// SPDX-License-Identifier: BSL-1.0
// The one hash of the project: XXH3, 64 bits (Y. Collet). Used for checksums and golden tests, not against adversaries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace portolan {

/// The hash of the bytes, the same on every platform. O(size).
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> bytes) noexcept;

/// The hash of bytes that come piece by piece: the same as hash_bytes of all of them. Move-only.
class PieceHash {
 public:
  /// @throws std::bad_alloc
  PieceHash();
  PieceHash(PieceHash&&) noexcept = default;
  PieceHash& operator=(PieceHash&&) noexcept = default;
  ~PieceHash() = default;

  /// Takes the next bytes. O(size).
  void add(std::span<const std::byte> bytes) noexcept;
  /// The hash of all bytes so far.
  [[nodiscard]] std::uint64_t value() const noexcept;

 private:
  struct Release {
    void operator()(void* state) const noexcept;
  };
  std::unique_ptr<void, Release> state_;
};

}  // namespace portolan
