// SPDX-License-Identifier: BSL-1.0
// Reads structs of arrays out of a world file, as their visit() says (core/array_store.hpp). Internal to the module.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/result.hpp"
#include "portolan/world/section_table.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace portolan {

/// Points the arrays of a view to sections, whose element sizes and counts must be right.
class SectionLoader {
 public:
  SectionLoader(const SectionTable& table, SectionOwner owner) : table_(table), owner_(owner) {}

  template <class... T>
  void array(SectionKind kind, std::optional<std::size_t> count, std::span<const T>&... arrays) {
    static_assert((format::kIsPlain<T> && ...));
    any_ = any_ || table_.find(kind, owner_) != nullptr;
    const bool fits = (take(kind, count, arrays) || ...);
    if (!fits && !unfit_) unfit_ = Unfit{kind, owner_};
  }
  template <class T>
  void record(SectionKind kind, T& record) {
    std::span<const T> elements;
    array(kind, 1, elements);
    if (!elements.empty()) record = elements.front();
  }
  template <class T>
  void value(const T&) {}
  template <class Part>
  void optional(Part&& part) {
    add_group(owner_, part);
  }
  template <class Part>
  void backward(Part&& part) {
    add_group({owner_.profile, format::kBackwardLevel}, part);
  }

  /// Whether the file has none of the sections.
  [[nodiscard]] bool absent() const noexcept { return !any_; }
  /// That the first that is missing or has the wrong size is so; nothing if all are right. Does not name the file.
  [[nodiscard]] std::optional<Error> fault() const;

 private:
  struct Unfit {
    SectionKind kind;
    SectionOwner owner;
  };

  template <class T>
  bool take(SectionKind kind, std::optional<std::size_t> count, std::span<const T>& array) {
    const auto elements = table_.elements<T>(kind, owner_, count);
    if (elements) array = *elements;
    return elements.has_value();
  }
  template <class Part>
  void add_group(SectionOwner owner, Part&& part) {
    SectionLoader group(table_, owner);
    part(group);
    if (group.absent()) return;
    any_ = true;
    if (!unfit_) unfit_ = group.unfit_;
  }

  const SectionTable& table_;
  SectionOwner owner_;
  bool any_ = false;
  std::optional<Unfit> unfit_;
};

/// All sections of a view, or nothing if the file has none of them; `counts` are the further arguments of its visit().
/// Error (corrupt) without the file's name. O(sections).
template <class View, class... Counts>
[[nodiscard]] Result<std::optional<View>> load_group(const SectionTable& table, SectionOwner owner,
                                                     const Counts&... counts) {
  View view;
  SectionLoader loader(table, owner);
  View::visit(view, loader, counts...);
  if (loader.absent()) return std::optional<View>();
  if (const auto fault = loader.fault()) return *fault;
  complete(view);
  return std::optional<View>(view);
}

/// The same for sections that must be there.
template <class View, class... Counts>
[[nodiscard]] Result<View> load_sections(const SectionTable& table, SectionOwner owner, const Counts&... counts) {
  View view;
  SectionLoader loader(table, owner);
  View::visit(view, loader, counts...);
  if (const auto fault = loader.fault()) return *fault;
  complete(view);
  return view;
}

}  // namespace portolan
