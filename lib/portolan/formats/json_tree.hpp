// SPDX-License-Identifier: BSL-1.0
// JSON texts as trees of values which know their lines, so that readers can say where something is wrong.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Most arrays and objects of a JSON text within each other.
inline constexpr std::size_t kMaxJsonDepth = 256;

/// What a value of JSON is.
enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

class JsonElements;
class JsonTree;

/// A value of a JsonTree, which must stay where it is while the value is used. Copying it costs nothing.
class JsonValue {
 public:
  /// What the value is.
  [[nodiscard]] JsonKind kind() const noexcept;
  /// Whether the value is that.
  [[nodiscard]] bool is(JsonKind kind) const noexcept { return this->kind() == kind; }
  /// The line of the text, from 1, that the value starts in.
  [[nodiscard]] std::uint32_t line() const noexcept;
  /// The key that the value has in an object; empty elsewhere.
  [[nodiscard]] std::string_view key() const noexcept;
  /// The content of a string, a number as it was written, or `true`, `false` or `null`; empty for arrays and objects.
  [[nodiscard]] std::string_view text() const noexcept;
  /// The values in an array or an object, in the order of the text. Other values have none.
  [[nodiscard]] JsonElements elements() const noexcept;
  /// Number of elements(). O(1) for arrays of numbers, else O(elements).
  [[nodiscard]] std::size_t size() const noexcept;
  /// The value under a key of an object; nothing if there is none. O(elements).
  [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const noexcept;
  /// The way to this value from the outermost, such as `areas[3].rects`; empty for the outermost. O(values of the
  /// tree), and meant for messages.
  [[nodiscard]] std::string path() const;

  /// Makes the error "source:line: path: reason" about this value.
  [[nodiscard]] Error error(std::string_view reason, ErrorCode code = ErrorCode::syntax) const;
  /// Makes the error (syntax) "source:line: path: expected what", as something else should stand here.
  [[nodiscard]] Error expected(std::string_view what) const;

  /// Copies the content of a string. Error (syntax): the value is something else.
  Outcome get_to(std::string& text) const;
  /// Views the content of a string, in the tree or its text. Error (syntax): the value is something else.
  Outcome get_to(std::string_view& text) const;
  /// Copies true or false. Error (syntax): the value is something else.
  Outcome get_to(bool& truth) const;
  /// Appends the elements of an array of strings. Error (syntax): the value or an element is something else.
  Outcome get_to(std::vector<std::string>& texts) const;
  /// Appends the elements of an array of whole numbers from 0 to 2^32 - 1. Error (syntax): the value or an element is
  /// something else.
  Outcome get_to(std::vector<std::uint32_t>& numbers) const;
  /// Views the numbers of an array as they were written, and gives how many they are; nothing if the value is no array,
  /// an element is no number, or there are more than `numbers` holds.
  [[nodiscard]] std::optional<std::size_t> get_numbers(std::span<std::string_view> numbers) const noexcept;
  /// Calls visit(JsonValue), which gives an Outcome, for the elements of an array up to the first error. Error
  /// (syntax): the value is no array.
  template <class Visit>
  Outcome for_each_element(const Visit& visit) const;

 private:
  friend JsonElements;
  friend JsonTree;

  JsonValue(const JsonTree& tree, std::uint32_t node, const char* packed = nullptr) noexcept
      : tree_(&tree), node_(node), packed_(packed) {}

  const JsonTree* tree_;
  std::uint32_t node_;  ///< the value's own or, of a packed number, its array's
  const char* packed_;  ///< where the packed number stands in the text, else null
};

/// The values in a JSON array or object, for a loop over them.
class JsonElements {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = JsonValue;
    using difference_type = std::ptrdiff_t;
    using pointer = const JsonValue*;
    using reference = const JsonValue&;

    [[nodiscard]] const JsonValue& operator*() const noexcept { return value_; }
    Iterator& operator++() noexcept;
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return value_.node_ == other.value_.node_ && packed_left_ == other.packed_left_;
    }

   private:
    friend JsonElements;
    Iterator(const JsonValue& value, std::uint32_t packed_left) noexcept : value_(value), packed_left_(packed_left) {}

    JsonValue value_;
    std::uint32_t packed_left_;  ///< packed numbers from this one on
  };

  [[nodiscard]] Iterator begin() const noexcept { return begin_; }
  [[nodiscard]] Iterator end() const noexcept { return end_; }

 private:
  friend JsonValue;
  JsonElements(const JsonValue& first, const JsonValue& last, std::uint32_t packed) noexcept
      : begin_(first, packed), end_(last, 0) {}

  Iterator begin_;
  Iterator end_;
};

/// A JSON text as a tree. It views the text, which must outlive it, and copies only strings with escapes: a value takes
/// 24 bytes, and an array which holds nothing but numbers takes 24 bytes in all, as its numbers are read from the text.
class JsonTree {
 public:
  /// Reads a whole text; `source` stands for it in messages, and must outlive the tree as well. Errors: syntax (broken
  /// JSON, with line and column; a key that an object has twice), limit (nested deeper than kMaxJsonDepth, more bytes
  /// of values than `memory`, a text of 4 GiB). O(bytes + keys log keys).
  static Result<JsonTree> parse(std::string_view text, std::string_view source, std::uint64_t memory = kAnyMemory);

  JsonTree(JsonTree&&) noexcept = default;
  JsonTree& operator=(JsonTree&&) noexcept = default;

  /// The outermost value.
  [[nodiscard]] JsonValue root() const noexcept { return {*this, 0}; }

 private:
  friend JsonElements;
  friend JsonValue;
  class Parser;

  /// A value. Those in an array or object follow it directly, unless they are packed.
  struct Node {
    const char* text;    ///< the first byte of text(); of an array or object its bracket in the text
    std::uint32_t size;  ///< the bytes of text(); of an array or object the node behind it, or the packed numbers
    std::uint32_t line;  ///< from 1
    std::uint32_t key;   ///< index into keys_
    JsonKind kind;
    bool packed;  ///< for an array that holds only numbers, or nothing: they have no nodes
  };

  static constexpr std::uint32_t kChunkBits = 10;  ///< a chunk has 2^10 nodes

  JsonTree(std::string_view text, std::string_view source) : text_(text), source_(source) {}
  [[nodiscard]] const Node& at(std::uint32_t node) const noexcept {
    return chunks_[node >> kChunkBits][node & ((1U << kChunkBits) - 1)];
  }
  /// The node behind a value and all that it holds.
  [[nodiscard]] std::uint32_t behind(std::uint32_t node) const noexcept;

  std::string_view text_;
  std::string_view source_;
  std::vector<std::vector<Node>> chunks_;                                  ///< so that growing copies no nodes
  std::vector<std::string_view> keys_ = std::vector<std::string_view>(1);  ///< the first is that of values without one
  std::deque<std::string> copies_;                                         ///< of strings with escapes
};

template <class Visit>
Outcome JsonValue::for_each_element(const Visit& visit) const {
  if (!is(JsonKind::array)) return expected("a list");
  for (const JsonValue& element : elements()) {
    if (Outcome visited = visit(element); !visited) return visited;
  }
  return Success{};
}

}  // namespace portolan
