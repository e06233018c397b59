// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for world files: the input as a file, and as a list of changes to a sound one whose frame is put
// right again, so that contents are reached. Whatever opens is verified and asked for paths in every tier; answers must
// be a status or a path that is legal on the terrain as read. Run with -rss_limit_mb=512 -malloc_limit_mb=256.
#include "portolan/build/build_world.hpp"
#include "portolan/core/hash.hpp"
#include "world/damaged_world.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace portolan;

/// A world of 70x40 tiles with all kinds of sections and two region levels: a walker, one with a footprint, and movers
/// that go straight: a point where all prices are one, and a square where they are not.
AlignedBytes make_sample() {
  std::vector<TerrainId> tiles;
  std::uint32_t state = 7;
  for (int i = 0; i < 70 * 40; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    const std::uint32_t drawn = state >> 24;
    tiles.push_back(static_cast<TerrainId>(drawn < 16 ? 0 : 1 + drawn % 2));
  }
  auto map = TileMap::create(70, 40, {{"wall", 0}, {"road", kCostScale}, {"mud", 5 * kCostScale}}, std::move(tiles));
  if (!map) std::abort();
  std::vector<MovementProfile> profiles(4);
  profiles[1].name = "large";
  profiles[1].footprint = 2;
  profiles[1].corners = CornerRule::cut_both;
  profiles[2].name = "point";
  profiles[2].metric = Metric::any_angle;
  profiles[2].footprint = 0;
  profiles[2].prices = {{"road", kCostScale}, {"mud", kCostScale}};
  profiles[3].name = "cart";
  profiles[3].metric = Metric::any_angle;
  BuildOptions options;
  options.threads = 1;
  options.indexes = {IndexKind::ch, IndexKind::labels, IndexKind::blocks};
  auto image = build_world(*map, profiles, options);
  if (!image) std::abort();
  return image->bytes();
}

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "fuzz_world: %s\n", what.c_str());
  std::abort();
}

void use(std::span<const std::byte> bytes) {
  const auto world = World::view(bytes);
  if (!world) {
    if (world.error().message.empty()) fail("an error without a reason");
    return;
  }
  const Outcome verified = world->verify();
  if (!verified && verified.error().message.empty()) fail("a fault without a reason");
  const std::uint64_t seed = hash_bytes(bytes);
  const test::DamagedWorldReport report = test::query_damaged_world(*world, seed % world->profiles().size(), seed);
  if (!report.fault.empty()) fail(report.fault);
  (void)world->map();
}

/// Each six bytes of the script change one place: a section (255: the frame), an offset in it, and how.
void mutate(std::span<std::byte> file, std::span<const std::uint8_t> script) {
  format::FileHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  const std::size_t table = sizeof(header) + header.section_count * sizeof(format::SectionEntry);
  std::vector<format::SectionEntry> sections(header.section_count);
  std::memcpy(sections.data(), file.data() + sizeof(header), table - sizeof(header));
  for (; script.size() >= 6; script = script.subspan(6)) {
    std::size_t begin = 0;
    std::size_t size = table;
    if (script[0] != 255) {
      const format::SectionEntry& section = sections[script[0] % sections.size()];
      begin = section.offset;
      size = section.size;
    }
    const std::size_t offset = (script[1] | std::size_t{script[2]} << 8U) % size;
    const std::size_t width = std::min<std::size_t>(std::size_t{1} << (script[3] & 3U), size - offset);
    std::uint64_t value = script[5];
    if ((script[3] & 4U) != 0) value = 0 - value;
    for (std::size_t i = 0; i < width; ++i) {
      std::byte& at = file[begin + offset + i];
      const auto byte = static_cast<std::byte>(value >> (8 * i));
      at = script[4] % 2 == 0 ? byte : at ^ byte;
    }
  }
}

/// Makes the checksums of all sections true, so that verify looks at what they mean.
void fix_section_checksums(std::span<std::byte> file) {
  format::FileHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  for (std::size_t i = 0; i < std::min(header.section_count, format::kMaxSections); ++i) {
    const std::size_t at = sizeof(header) + i * sizeof(format::SectionEntry);
    format::SectionEntry entry{};
    if (at + sizeof(entry) > file.size()) return;
    std::memcpy(&entry, file.data() + at, sizeof(entry));
    if (entry.offset > file.size() || entry.size > file.size() - entry.offset) continue;
    entry.checksum = hash_bytes(file.subspan(entry.offset, entry.size));
    std::memcpy(file.data() + at, &entry, sizeof(entry));
  }
}

void fix_frame_checksum(std::span<std::byte> file) {
  format::FileHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  if (header.section_count > format::kMaxSections) return;
  const std::size_t frame = sizeof(header) + header.section_count * sizeof(format::SectionEntry);
  if (frame > file.size()) return;
  header.checksum = frame_checksum(file.first(frame));
  std::memcpy(file.data(), &header, sizeof(header));
}

/// Made before the fuzzer's clock starts: indexes take seconds under the sanitizers.
const AlignedBytes& sample_world() {
  static const AlignedBytes sample = make_sample();
  return sample;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  (void)sample_world();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const AlignedBytes& sample = sample_world();
  AlignedBytes raw(size);
  if (size != 0) std::memcpy(raw.span().data(), data, size);
  use(raw.span());
  if (size >= sizeof(format::FileHeader)) {
    fix_frame_checksum(raw.span());
    use(raw.span());
  }
  AlignedBytes changed(sample.span().size());
  std::copy(sample.span().begin(), sample.span().end(), changed.span().begin());
  mutate(changed.span(), {data, size});
  fix_frame_checksum(changed.span());
  use(changed.span());
  fix_section_checksums(changed.span());
  fix_frame_checksum(changed.span());
  use(changed.span());
  return 0;
}
