// SPDX-License-Identifier: BSL-1.0
// Structs of arrays that are made offline and read out of a file: written once, as a template over where their arrays
// lie. Such a struct says in one function, visit(), which section of a world file each of its members is; what writes,
// reads, copies, counts and lists sections are visitors.
//
//   template <template <class> class Store>
//   struct BasicPairs {
//     Store<std::uint32_t> key;
//     Store<std::uint64_t> value;
//
//     template <class Self, class Visitor>
//     static void visit(Self& self, Visitor& visitor) {
//       visitor.array(SectionKind::pair_key, kAnyCount, self.key);
//       visitor.array(SectionKind::pair_value, self.key.size(), self.value);
//     }
//   };
//
// The order of calls is that of the sections in a file. A visitor has:
//
//   array(kind, count, arrays...)  a section of so many elements; of several arrays it is the one that is not empty
//   record(kind, member)           a section of one element
//   value(member)                  no section: what goes with the arrays and follows from other sections
//   optional(part)                 the sections that part(visitor) names are there together or not at all
//   backward(part)                 the same; of a directed graph, for the direction against the arcs
//
// A count may follow from arrays before it, and from further arguments of visit(), which only reading needs and which
// have defaults therefore.
#pragma once

#include "portolan/core/section_kind.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Stores.
template <class T>
using Owned = std::vector<T>;
template <class T>
using Viewed = std::span<const T>;

/// The count of a section that may have any number of elements.
inline constexpr std::optional<std::size_t> kAnyCount{};

/// What visitors share that go through all sections alike. `Self` is the visitor, which has array() and record().
template <class Self>
struct AlikeVisitor {
  template <class T>
  void value(const T&) {}
  template <class Part>
  void optional(Part&& part) {
    part(static_cast<Self&>(*this));
  }
  template <class Part>
  void backward(Part&& part) {
    part(static_cast<Self&>(*this));
  }
};

namespace detail {

/// Where the members of a struct lie, in the order of its visit().
class MemberList : public AlikeVisitor<MemberList> {
 public:
  struct Member {
    const void* data;
    std::size_t size;
  };

  template <class... Arrays>
  void array(SectionKind, std::optional<std::size_t>, const Arrays&... arrays) {
    (add({arrays.data(), arrays.size()}), ...);
  }
  template <class T>
  void record(SectionKind, const T& record) {
    add({&record, 1});
  }
  template <class T>
  void value(const T& value) {
    add({&value, 1});
  }

  [[nodiscard]] const Member& operator[](std::size_t i) const { return members_.at(i); }

 private:
  void add(const Member& member) { members_.at(count_++) = member; }

  /// More than any struct has.
  std::array<Member, 32> members_{};
  std::size_t count_ = 0;
};

/// Gives a view the members of what it is a view of.
class MemberTaker : public AlikeVisitor<MemberTaker> {
 public:
  explicit MemberTaker(const MemberList& members) : members_(members) {}

  template <class... T>
  void array(SectionKind, std::optional<std::size_t>, std::span<const T>&... arrays) {
    ((arrays = std::span(static_cast<const T*>(members_[next_].data), members_[next_].size), ++next_), ...);
  }
  template <class T>
  void record(SectionKind, T& record) {
    value(record);
  }
  template <class T>
  void value(T& value) {
    value = *static_cast<const T*>(members_[next_++].data);
  }

 private:
  const MemberList& members_;
  std::size_t next_ = 0;
};

}  // namespace detail

/// Gives a view what follows from its arrays, after they were set; structs of which something does have a function
/// complete().
template <class View>
void complete(View& view) noexcept {
  if constexpr (requires { view.complete(); }) view.complete();
}

/// A view, of the template's type over Viewed, of what owns its arrays.
template <class View, class Arrays>
[[nodiscard]] View view_of(const Arrays& arrays) noexcept {
  detail::MemberList members;
  Arrays::visit(arrays, members);
  View view;
  detail::MemberTaker taker(members);
  View::visit(view, taker);
  complete(view);
  return view;
}

/// A visitor that sums up what sections take.
struct ByteCounter : AlikeVisitor<ByteCounter> {
  std::size_t bytes = 0;

  template <class... Arrays>
  void array(SectionKind, std::optional<std::size_t>, const Arrays&... arrays) {
    ((bytes += std::span(arrays).size_bytes()), ...);
  }
  template <class T>
  void record(SectionKind, const T&) {
    bytes += sizeof(T);
  }
};

/// Bytes of all sections. Arrays that a view has twice count twice.
template <class Arrays>
[[nodiscard]] std::size_t section_bytes(const Arrays& arrays) noexcept {
  ByteCounter counter;
  Arrays::visit(arrays, counter);
  return counter.bytes;
}

}  // namespace portolan
