// SPDX-License-Identifier: BSL-1.0
// Sections that exist together or not at all. Internal to the module.
#pragma once

#include "portolan/world/section_table.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace portolan {

class SectionGroup {
 public:
  SectionGroup(const SectionTable& table, SectionOwner owner) : table_(table), owner_(owner) {}

  /// Points a span of the view to its section, which must have `count` elements if that is given.
  template <class T>
  void take(format::SectionKind kind, std::span<const T>& member, std::optional<std::size_t> count = {}) {
    any_ = any_ || table_.find(kind, owner_) != nullptr;
    const auto elements = table_.elements<T>(kind, owner_, count);
    complete_ = complete_ && elements.has_value();
    if (elements) member = *elements;
  }

  [[nodiscard]] bool absent() const { return !any_; }
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  const SectionTable& table_;
  SectionOwner owner_;
  bool any_ = false;
  bool complete_ = true;
};

}  // namespace portolan
