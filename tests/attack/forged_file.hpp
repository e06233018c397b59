// SPDX-License-Identifier: BSL-1.0
// World files changed so that every checksum is right and some content is a lie.
#pragma once

#include "portolan/offline/world_image.hpp"
#include "portolan/world/format.hpp"
#include "support/random_world.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace portolan::test {

/// The sections of a file, each by itself.
class ForgedFile {
 public:
  struct Section {
    format::SectionEntry entry;
    std::vector<std::byte> bytes;
  };

  explicit ForgedFile(std::span<const std::byte> file);

  [[nodiscard]] std::vector<Section>& sections() { return sections_; }
  /// The section of a kind that belongs to the same profile and level as another; nullptr if there is none.
  [[nodiscard]] Section* beside(const Section& other, format::SectionKind kind);
  /// A file of the sections as they are now, laid out anew, with checksums that are right.
  [[nodiscard]] AlignedBytes bytes() const;

 private:
  format::FileHeader header_{};
  std::vector<Section> sections_;
};

/// Makes one change to one section, or a change that several sections agree on. What it was made to; nothing if it
/// changed nothing.
[[nodiscard]] std::optional<format::SectionKind> forge(ForgedFile& file, Rng& rng);

}  // namespace portolan::test
