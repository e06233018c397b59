// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/overlay_state.hpp"

#include "portolan/core/state_words.hpp"

#include <cstdint>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint64_t kOverlayMagic = 0x5952'4C56'5452'4F50;  // "PORTVLRY"
constexpr std::uint64_t kOverlayStateVersion = 1;

// A mark is a word: whether it is stale, the level, the number.
constexpr unsigned kLevelBits = 7;
constexpr unsigned kNumberShift = 1 + kLevelBits;

std::uint64_t word_of(const RefreshedRegion& region) noexcept {
  return std::uint64_t{region.number} << kNumberShift | static_cast<std::uint64_t>(region.level) << 1 |
         (region.stale ? 1U : 0U);
}

RegionMark mark_of(std::uint64_t word) noexcept {
  return {.level = static_cast<int>(word >> 1 & ((1U << kLevelBits) - 1)),
          .number = static_cast<std::size_t>(word >> kNumberShift),
          .stale = (word & 1) != 0};
}

}  // namespace

std::vector<std::byte> OverlayState::bytes_of(const Overlay& overlay) {
  StateWriter state;
  const std::vector<std::byte> edits = overlay.bytes();
  state.put(edits.size());
  state.put(edits);
  for (std::size_t profile = 0; profile < overlay.world().profiles().size(); ++profile) {
    const std::span<const RefreshedRegion> refreshed = overlay.refreshed(profile);
    state.put(refreshed.size());
    for (const RefreshedRegion& region : refreshed) state.put(word_of(region));
  }
  return state.sealed(kOverlayMagic, kOverlayStateVersion);
}

Result<Overlay> OverlayState::read(const World& world, std::span<const std::byte> bytes) {
  auto reader = StateReader::open(bytes, kOverlayMagic, kOverlayStateVersion, "an overlay");
  if (!reader) return reader.error();
  const Error corrupt{ErrorCode::corrupt, "a state of an overlay that contradicts itself"};
  const std::span<const std::byte> edits = reader->take_bytes(reader->take());
  std::vector<std::vector<RegionMark>> marks(world.profiles().size());
  for (std::vector<RegionMark>& of : marks) {
    for (std::uint64_t left = reader->take(); left != 0 && reader->sound(); --left)
      of.push_back(mark_of(reader->take()));
  }
  if (!reader->done()) return corrupt;
  auto overlay = Overlay::from_bytes(world, edits);
  if (!overlay) return overlay.error();
  for (std::size_t profile = 0; profile < marks.size(); ++profile) {
    if (!overlay->refresh_as(profile, marks[profile])) return corrupt;
  }
  return overlay;
}

}  // namespace portolan
