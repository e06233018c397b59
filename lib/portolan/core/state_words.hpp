// SPDX-License-Identifier: BSL-1.0
// States of games as bytes: a header that tells what they are, then words of 64 bits.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace portolan {

/// Ticks that a saved state may have come to, so that what they are reckoned with stays in range.
inline constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 62;

[[nodiscard]] constexpr std::uint64_t word_of(Tile tile) noexcept {
  return std::uint64_t{static_cast<std::uint32_t>(tile.x)} << 32 | static_cast<std::uint32_t>(tile.y);
}
[[nodiscard]] constexpr Tile tile_of(std::uint64_t word) noexcept {
  return {static_cast<std::int32_t>(word >> 32), static_cast<std::int32_t>(word & 0xFFFF'FFFF)};
}

/// Puts a state together. Calls throw std::bad_alloc.
class StateWriter {
 public:
  void put(std::uint64_t word);
  void put(std::initializer_list<std::uint64_t> words);
  void put(std::span<const std::byte> bytes);

  /// What was put so far.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  /// The same behind a header: magic, version, and checksum of what was put.
  [[nodiscard]] std::vector<std::byte> sealed(std::uint64_t magic, std::uint64_t version) const;

 private:
  std::vector<std::byte> bytes_;
};

/// Takes a state apart, each value within its bounds; once one is not, all that follow are 0. The bytes may come from
/// anybody, and must outlive it.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> bytes) noexcept : left_(bytes) {}
  /// What lies behind a header that StateWriter::sealed made. Errors: corrupt, unsupported (version); `what` names the
  /// state in their messages.
  static Result<StateReader> open(std::span<const std::byte> bytes, std::uint64_t magic, std::uint64_t version,
                                  std::string_view what);

  /// Whether all values were within their bounds so far.
  [[nodiscard]] bool sound() const noexcept { return sound_; }
  /// Whether that is so, and nothing is left.
  [[nodiscard]] bool done() const noexcept { return sound_ && left_.empty(); }
  /// From now on it is unsound if the condition does not hold.
  void require(bool condition) noexcept { sound_ = sound_ && condition; }

  /// One of [0, most].
  std::uint64_t take(std::uint64_t most = ~std::uint64_t{0}) noexcept;
  bool take_bool() noexcept { return take(1) == 1; }
  /// One up to the last of its enumerators.
  template <class Enum>
  Enum take_enum(Enum last) noexcept {
    return static_cast<Enum>(take(static_cast<std::uint64_t>(last)));
  }
  std::span<const std::byte> take_bytes(std::uint64_t size) noexcept;

 private:
  std::span<const std::byte> left_;
  bool sound_ = true;
};

}  // namespace portolan
