// SPDX-License-Identifier: BSL-1.0
// What sections of a world file are called.
#pragma once

#include "portolan/world/section_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace portolan {

/// The name of a kind of section, as FORMAT.md has it; empty for kinds that this version does not know.
[[nodiscard]] std::string_view section_name(std::uint32_t kind) noexcept;

/// A section for messages: "section terrain", "section islands of profile 0", "section region_records of profile 0,
/// level 1", "section kind 999".
[[nodiscard]] std::string section_text(std::uint32_t kind, SectionOwner owner);
[[nodiscard]] inline std::string section_text(format::SectionKind kind, SectionOwner owner) {
  return section_text(static_cast<std::uint32_t>(kind), owner);
}
[[nodiscard]] inline std::string section_text(const format::SectionEntry& entry) {
  return section_text(entry.kind, {entry.profile, entry.level});
}

}  // namespace portolan
