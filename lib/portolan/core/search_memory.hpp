// SPDX-License-Identifier: BSL-1.0
// What searches take notes in: pages of a store whose size the caller states, whatever the size of the world.
#pragma once

#include "portolan/core/zeroed_array.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Pages of 6 KB, committed as they are first used, which the arrays of searches take (paged_array.hpp) and leave to
/// each other; as a whole it belongs to one thread. What an array has noted since it was cleared stays until it is
/// cleared again, or begin_round() is called and another needs the page: so what a search has at its disposal depends
/// on the size alone, and on nothing that was asked before. Allocates only where arrays are made.
class SearchMemory {
 public:
  static constexpr std::size_t kPageBytes = 6144;
  /// Places of values, of 8 bytes and more, are counted in 32 bits.
  static constexpr std::size_t kMostBytes =
      std::min((std::uint64_t{1} << 35) - 2 * kPageBytes, std::uint64_t{SIZE_MAX / 2});
  /// Of what nobody has stated a size for.
  static constexpr std::size_t kDefaultBytes = std::size_t{256} << 20;

  /// Room for `bytes`, rounded up to pages, at least one. O(1). @throws std::bad_alloc, std::length_error beyond
  /// kMostBytes
  explicit SearchMemory(std::size_t bytes);
  SearchMemory(const SearchMemory&) = delete;
  SearchMemory& operator=(const SearchMemory&) = delete;

  /// Pages that may be taken.
  [[nodiscard]] std::size_t size() const noexcept { return owners_.size() - 1; }
  /// What has been committed, in bytes: never less than what is in use, never more than was stated.
  [[nodiscard]] std::size_t bytes_used() const noexcept { return used_ * kPageBytes; }
  /// The first byte of page 0, which is never taken and stays zero; page p begins p * kPageBytes further on. Stays
  /// where it is.
  [[nodiscard]] std::byte* bytes() noexcept { return bytes_.data(); }

  /// Begins a round: what arrays have noted before is no longer needed. O(1), but once in 2^31 renewals O(bytes used).
  void begin_round() noexcept;

  /// An array that takes pages.
  using User = std::uint32_t;
  /// How it lays its values out, in blocks of which each has a page or none.
  struct Layout {
    std::uint32_t per_page = 0;     ///< values of a block
    std::uint32_t value_bytes = 0;  ///< divides kPageBytes
    std::uint32_t stamp_at = 0;     ///< of the 4 bytes of a value that say when it was noted
  };
  /// `offsets` has one entry for each block: what leads from the number of a value to where it lies, in values from the
  /// first byte, modulo 2^32. Those of blocks without a page lead to page 0. Kept as long as the user. O(blocks).
  /// @throws std::bad_alloc
  [[nodiscard]] User add_user(std::span<std::uint32_t> offsets, const Layout& layout);
  /// Frees its pages. O(pages).
  void remove_user(User user) noexcept;
  /// Makes all that it has noted so far void and returns the stamp of what it notes from now on, which nothing
  /// here bears. O(1), but at times O(bytes used), as begin_round().
  [[nodiscard]] std::uint32_t renew(User user) noexcept;
  /// Finds a page for a block that has none: one that nobody needs, which is where no value bears the stamp of a user
  /// that was renewed in this round. False if there is none. Amortised O(1); where little is left O(bytes) at worst.
  [[nodiscard]] bool take(User user, std::uint32_t block) noexcept;

 private:
  static constexpr User kNobody = 0;
  struct Owner {
    User user;
    std::uint32_t block;
  };
  struct Client {
    std::span<std::uint32_t> offsets;
    Layout layout;
    std::uint64_t round = 0;  ///< in which it was last renewed
    std::uint32_t stamp = 0;
  };
  void forget_all() noexcept;
  [[nodiscard]] std::size_t find_free(std::size_t looks) noexcept;
  void set_page(const Owner& owner, std::size_t page) noexcept;
  [[nodiscard]] bool is_needed(std::size_t page) const noexcept;

  ZeroedArray<std::byte> bytes_;
  ZeroedArray<Owner> owners_;  ///< by page
  std::vector<Client> users_;  ///< kNobody first
  std::size_t used_ = 0;       ///< pages that ever were
  std::size_t hand_ = 0;       ///< where the search for a page that may be had goes on
  std::uint64_t round_ = 0;
  std::uint32_t stamp_ = 0;  ///< given out last
};

}  // namespace portolan
