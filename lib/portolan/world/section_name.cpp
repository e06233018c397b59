// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/section_name.hpp"

#include "portolan/world/schema.hpp"

#include <array>
#include <utility>

namespace portolan {
namespace {

/// The enumerator's name, as the compiler spells the template argument: "kKind = portolan::SectionKind::terrain", and
/// without the colons if no enumerator has the value.
template <SectionKind kKind>
constexpr std::string_view enumerator() {
  constexpr std::string_view kBefore = "SectionKind::";
  const std::string_view spelt = __PRETTY_FUNCTION__;
  const std::size_t at = spelt.find(kBefore);
  if (at == std::string_view::npos) return {};
  const std::string_view name = spelt.substr(at + kBefore.size());
  return name.substr(0, name.find_first_of(";]"));
}

/// More than the greatest kind.
constexpr std::size_t kKinds = 256;

constexpr auto kNames = []<std::size_t... kind>(std::index_sequence<kind...>) {
  return std::array{enumerator<static_cast<SectionKind>(kind)>()...};
}
(std::make_index_sequence<kKinds>());

}  // namespace

std::string_view section_name(std::uint32_t kind) noexcept {
  return kind < kNames.size() ? kNames[kind] : std::string_view();
}

std::string section_text(std::uint32_t kind, SectionOwner owner) {
  const std::string_view name = section_name(kind);
  std::string text = "section " + (name.empty() ? "kind " + std::to_string(kind) : std::string(name));
  if (owner.profile != format::kNoProfile) text += " of profile " + std::to_string(owner.profile);
  const SectionSchema* const schema = find_schema(kind);
  const bool by_level = schema != nullptr && schema->repeated == Repeated::by_region_level;
  if (by_level || owner.level != 0) text += ", level " + std::to_string(owner.level);
  return text;
}

}  // namespace portolan
