// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/search_memory.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace portolan {
namespace {

/// Of small graphs all pages stay where they are: 6 MB. Beyond, what is no longer needed is taken before more is
/// committed, if it is found at once.
constexpr std::size_t kWarmPages = 1024;
constexpr std::size_t kLooks = 4;

constexpr std::uint32_t kLastStamp = 0xFFFF'FFFF;

std::size_t pages_for(std::size_t bytes) {
  if (bytes > SearchMemory::kMostBytes) throw std::length_error("a memory of more pages than can be counted");
  return std::max<std::size_t>((bytes + SearchMemory::kPageBytes - 1) / SearchMemory::kPageBytes, 1);
}

}  // namespace

SearchMemory::SearchMemory(std::size_t bytes)
    : bytes_((pages_for(bytes) + 1) * kPageBytes), owners_(pages_for(bytes) + 1), users_(1) {}

SearchMemory::User SearchMemory::add_user(std::span<std::uint32_t> offsets, const Layout& layout) {
  const auto left = std::find_if(users_.begin() + 1, users_.end(), [](const Client& c) { return c.offsets.empty(); });
  const auto user = static_cast<User>(left - users_.begin());
  if (left == users_.end()) users_.emplace_back();
  users_[user] = {.offsets = offsets, .layout = layout};
  for (std::uint32_t block = 0; block < offsets.size(); ++block) set_page({.user = user, .block = block}, 0);
  return user;
}

void SearchMemory::remove_user(User user) noexcept {
  for (std::size_t page = 1; page <= used_; ++page) {
    if (owners_[page].user == user) owners_[page] = {};
  }
  users_[user] = {};
}

void SearchMemory::begin_round() noexcept {
  ++round_;
  // Early enough that stamps do not run out in the middle of a round.
  if (stamp_ >= kLastStamp / 2) forget_all();
}

/// Makes all stamps free again.
void SearchMemory::forget_all() noexcept {
  std::memset(bytes_.data() + kPageBytes, 0, used_ * kPageBytes);
  stamp_ = 0;
}

std::uint32_t SearchMemory::renew(User user) noexcept {
  if (stamp_ == kLastStamp) forget_all();
  ++stamp_;
  users_[user].round = round_;
  users_[user].stamp = stamp_;
  return stamp_;
}

bool SearchMemory::take(User user, std::uint32_t block) noexcept {
  std::size_t page = 0;
  if (used_ < kWarmPages || (page = find_free(kLooks)) == 0) {
    page = used_ < size() ? ++used_ : find_free(size());
    if (page == 0) return false;
  }
  owners_[page] = {.user = user, .block = block};
  set_page(owners_[page], page);
  return true;
}

/// Looks at so many of the pages that are in use for one that nobody needs, and clears it; 0 if there is none.
std::size_t SearchMemory::find_free(std::size_t looks) noexcept {
  for (; looks != 0 && used_ != 0; --looks) {
    hand_ = hand_ >= used_ ? 1 : hand_ + 1;
    if (is_needed(hand_)) continue;
    const Owner& last = owners_[hand_];
    if (last.user != kNobody) set_page(last, 0);
    // Other arrays lay out their values otherwise, and what they noted may look like a stamp.
    std::memset(bytes_.data() + hand_ * kPageBytes, 0, kPageBytes);
    return hand_;
  }
  return 0;
}

void SearchMemory::set_page(const Owner& owner, std::size_t page) noexcept {
  Client& client = users_[owner.user];
  const Layout& layout = client.layout;
  const auto stride = static_cast<std::uint32_t>(kPageBytes / layout.value_bytes);
  client.offsets[owner.block] = static_cast<std::uint32_t>(page) * stride - owner.block * layout.per_page;
}

bool SearchMemory::is_needed(std::size_t page) const noexcept {
  const Owner& owner = owners_[page];
  const Client& client = users_[owner.user];
  if (owner.user == kNobody || client.round != round_) return false;
  const Layout& layout = client.layout;
  const std::byte* stamp = bytes_.data() + page * kPageBytes + layout.stamp_at;
  for (std::uint32_t i = 0; i < layout.per_page; ++i, stamp += layout.value_bytes) {
    if (std::memcmp(stamp, &client.stamp, sizeof client.stamp) == 0) return true;
  }
  return false;
}

}  // namespace portolan
