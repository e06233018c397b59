// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/json_tree.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

/// Walks a text and tells how far the parser has read.
class ReadingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  ReadingIterator(const char* at, const char*& reached) noexcept : at_(at), reached_(&reached) {}
  [[nodiscard]] const char& operator*() const noexcept { return *at_; }
  ReadingIterator& operator++() noexcept {
    *reached_ = ++at_;
    return *this;
  }
  ReadingIterator operator++(int) noexcept {  // NOLINT(cert-dcl21-cpp): iterators return what can be assigned
    const ReadingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const ReadingIterator& a, const ReadingIterator& b) noexcept { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** reached_;
};

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool is_number_character(char c) noexcept {
  return is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// The number that starts here, in a text in which something follows it.
std::string_view number_at(const char* begin) noexcept {
  const char* end = begin;
  while (is_number_character(*end)) ++end;
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// The number behind a bracket, or behind a number and its comma.
const char* next_packed(const char* at) noexcept {
  while (!is_number_character(*at)) ++at;
  return at;
}

/// "source:line:column: reason" for broken JSON. `position` counts the bytes read; `what` is the text of the parser's
/// exception.
Error syntax_error(std::string_view text, std::string_view source, std::size_t position, std::string_view what) {
  // The parser's text is "[json.exception...] parse error at line L, column C: reason"; only the reason is kept.
  std::string_view reason = what;
  if (const auto end = reason.find("] "); end != std::string_view::npos) reason.remove_prefix(end + 2);
  if (reason.starts_with("parse error")) reason.remove_prefix(std::min(reason.find(": ") + 2, reason.size()));
  const std::string_view before = text.substr(0, std::max<std::size_t>(position, 1) - 1);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return {ErrorCode::syntax, fmt::format("{}:{}:{}: {}", source, line, column, printable(reason, 200))};
}

}  // namespace

/// Takes the parser's events, whose names are the parser's. One that returns false has set error_.
class JsonTree::Parser {
 public:
  Parser(JsonTree& tree, std::uint64_t memory)
      : tree_(tree), text_(tree.text_), memory_(memory), reached_(text_.data()), counted_(text_.data()) {}

  Outcome run() {
    const char* const begin = text_.data();
    Json::sax_parse(ReadingIterator(begin, reached_), ReadingIterator(begin + text_.size(), reached_), this);
    if (error_) return *std::move(error_);
    return Success{};
  }

  bool null() { return add(JsonKind::null, before(reached_, 4)); }
  bool boolean(bool truth) { return add(JsonKind::boolean, before(reached_, truth ? 4 : 5)); }
  bool number_integer(std::int64_t) { return number(); }
  bool number_unsigned(std::uint64_t) { return number(); }
  bool number_float(double, const std::string&) { return number(); }
  bool string(std::string& content) {
    const auto kept = keep(content);
    return kept && add(JsonKind::string, *kept);
  }
  bool key(std::string& name);
  bool start_object(std::size_t) { return open(JsonKind::object); }
  bool end_object();
  bool start_array(std::size_t) { return open(JsonKind::array); }
  bool end_array();
  bool binary(Json::binary_t&) { return false; }  // never in text
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& what) {
    if (!error_) error_ = syntax_error(text_, tree_.source_, position, what.what());
    return false;
  }

 private:
  static std::string_view before(const char* end, std::size_t size) noexcept { return {end - size, size}; }
  [[nodiscard]] Node& innermost() {
    return tree_.chunks_[open_.back() >> kChunkBits][open_.back() & ((1U << kChunkBits) - 1)];
  }
  bool take(std::uint64_t bytes);
  std::optional<std::string_view> keep(std::string& content);
  bool open(JsonKind kind);
  bool number();
  bool add(JsonKind kind, std::string_view text);
  bool add_node(JsonKind kind, std::string_view text);
  bool unpack(const Node& array);
  bool keys_differ();

  JsonTree& tree_;
  std::string_view text_;
  std::uint64_t memory_;
  std::uint64_t taken_ = 0;  ///< bytes of values and copies
  const char* reached_;      ///< behind the last byte that was read
  const char* counted_;      ///< the lines before it have been counted
  std::uint32_t line_ = 1;   ///< that of counted_
  std::uint32_t key_ = 0;    ///< of the value to come
  std::uint32_t nodes_ = 0;
  std::vector<std::uint32_t> open_;
  std::unordered_map<std::string_view, std::uint32_t> key_numbers_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members_;  ///< key and node, while they are compared
  std::optional<Error> error_;
};

bool JsonTree::Parser::take(std::uint64_t bytes) {
  taken_ += bytes;
  if (taken_ <= memory_) return true;
  error_ = check_memory(tree_.source_, "its values", taken_, memory_).error();
  return false;
}

/// The content of the string that was just read, in the text where it has no escapes.
std::optional<std::string_view> JsonTree::Parser::keep(std::string& content) {
  if (static_cast<std::size_t>(reached_ - text_.data()) > content.size()) {
    const std::string_view written = before(reached_ - 1, content.size());
    if (written == content) return written;
  }
  if (!take(sizeof(std::string) + content.size())) return std::nullopt;
  return tree_.copies_.emplace_back(std::move(content));
}

bool JsonTree::Parser::key(std::string& name) {
  const auto known = key_numbers_.find(name);
  if (known != key_numbers_.end()) {
    key_ = known->second;
    return true;
  }
  const auto kept = keep(name);
  if (!kept || !take(4 * sizeof(std::string_view))) return false;
  key_ = static_cast<std::uint32_t>(tree_.keys_.size());
  tree_.keys_.push_back(*kept);
  key_numbers_.emplace(*kept, key_);
  return true;
}

bool JsonTree::Parser::open(JsonKind kind) {
  if (!add(kind, before(reached_, 1))) return false;
  if (open_.size() == kMaxJsonDepth) {
    error_ = Error{ErrorCode::limit, fmt::format("{}:{}: more than {} arrays and objects within each other",
                                                 tree_.source_, line_, kMaxJsonDepth)};
    return false;
  }
  open_.push_back(nodes_ - 1);
  innermost().size = kind == JsonKind::array ? 0 : std::numeric_limits<std::uint32_t>::max();
  innermost().packed = kind == JsonKind::array;
  return true;
}

bool JsonTree::Parser::number() {
  if (!open_.empty() && innermost().packed) {
    ++innermost().size;
    return true;
  }
  // The parser has read one byte more, unless the text ends with the number.
  const char* const end = is_digit(reached_[-1]) ? reached_ : reached_ - 1;
  const char* begin = end;
  while (begin != text_.data() && is_number_character(begin[-1])) --begin;
  return add(JsonKind::number, {begin, static_cast<std::size_t>(end - begin)});
}

bool JsonTree::Parser::add(JsonKind kind, std::string_view text) {
  if (!open_.empty() && innermost().packed && !unpack(innermost())) return false;
  return add_node(kind, text);
}

bool JsonTree::Parser::add_node(JsonKind kind, std::string_view text) {
  if (!take(sizeof(Node))) return false;
  // Of a string there may be a copy elsewhere, but it ends on the line that it starts on.
  const char* const at = kind == JsonKind::string ? reached_ - 1 : text.data();
  line_ += static_cast<std::uint32_t>(std::count(counted_, at, '\n'));
  counted_ = at;
  if (nodes_ >> kChunkBits == tree_.chunks_.size()) tree_.chunks_.emplace_back().reserve(std::size_t{1} << kChunkBits);
  tree_.chunks_.back().push_back({text.data(), static_cast<std::uint32_t>(text.size()), line_, key_, kind, false});
  ++nodes_;
  key_ = 0;
  return true;
}

/// Gives the numbers of an array nodes of their own, as something else follows them.
bool JsonTree::Parser::unpack(const Node& array) {
  const std::uint32_t count = array.size;
  const char* at = array.text;
  innermost().packed = false;
  innermost().size = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view number = number_at(next_packed(at));
    if (!add_node(JsonKind::number, number)) return false;
    at = number.data() + number.size();
  }
  return true;
}

bool JsonTree::Parser::end_object() {
  if (!keys_differ()) return false;
  innermost().size = nodes_;
  open_.pop_back();
  return true;
}

bool JsonTree::Parser::end_array() {
  if (!innermost().packed) innermost().size = nodes_;
  open_.pop_back();
  return true;
}

bool JsonTree::Parser::keys_differ() {
  members_.clear();
  for (std::uint32_t node = open_.back() + 1; node != nodes_; node = tree_.behind(node)) {
    members_.emplace_back(tree_.at(node).key, node);
  }
  std::sort(members_.begin(), members_.end());
  const auto twice = std::adjacent_find(members_.begin(), members_.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == members_.end()) return true;
  error_ = JsonValue(tree_, std::next(twice)->second).error("this key is given twice");
  return false;
}

Result<JsonTree> JsonTree::parse(std::string_view text, std::string_view source, std::uint64_t memory) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max())
    return Error{ErrorCode::limit, fmt::format("{}: 4 GiB of JSON or more", source)};
  JsonTree tree(text, source);
  if (const Outcome parsed = Parser(tree, memory).run(); !parsed) return parsed.error();
  return tree;
}

std::uint32_t JsonTree::behind(std::uint32_t node) const noexcept {
  const Node& value = at(node);
  const bool holds_nodes = value.kind >= JsonKind::array && !value.packed;
  return holds_nodes ? value.size : node + 1;
}

JsonKind JsonValue::kind() const noexcept {
  return packed_ == nullptr ? tree_->at(node_).kind : JsonKind::number;
}

std::uint32_t JsonValue::line() const noexcept {
  const JsonTree::Node& node = tree_->at(node_);
  if (packed_ == nullptr) return node.line;
  return node.line + static_cast<std::uint32_t>(std::count(node.text, packed_, '\n'));
}

std::string_view JsonValue::key() const noexcept {
  return packed_ == nullptr ? tree_->keys_[tree_->at(node_).key] : std::string_view();
}

std::string_view JsonValue::text() const noexcept {
  if (packed_ != nullptr) return number_at(packed_);
  const JsonTree::Node& node = tree_->at(node_);
  return node.kind < JsonKind::array ? std::string_view(node.text, node.size) : std::string_view();
}

JsonElements JsonValue::elements() const noexcept {
  const JsonTree::Node& node = tree_->at(node_);
  if (packed_ != nullptr || node.kind < JsonKind::array) return {*this, *this, 0};
  if (!node.packed) return {JsonValue(*tree_, node_ + 1), JsonValue(*tree_, node.size), 0};
  return {JsonValue(*tree_, node_, node.size == 0 ? nullptr : next_packed(node.text)), *this, node.size};
}

JsonElements::Iterator& JsonElements::Iterator::operator++() noexcept {
  if (value_.packed_ == nullptr) {
    value_.node_ = value_.tree_->behind(value_.node_);
  } else if (--packed_left_ != 0) {
    const std::string_view number = value_.text();
    value_.packed_ = next_packed(number.data() + number.size());
  }
  return *this;
}

std::size_t JsonValue::size() const noexcept {
  if (const JsonTree::Node& node = tree_->at(node_); packed_ == nullptr && node.packed) return node.size;
  const JsonElements all = elements();
  return static_cast<std::size_t>(std::distance(all.begin(), all.end()));
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const noexcept {
  if (!is(JsonKind::object)) return std::nullopt;
  const std::uint32_t end = tree_->at(node_).size;
  for (std::uint32_t member = node_ + 1; member != end; member = tree_->behind(member)) {
    if (tree_->keys_[tree_->at(member).key] == key) return JsonValue(*tree_, member);
  }
  return std::nullopt;
}

std::string JsonValue::path() const {
  std::string path;
  for (std::uint32_t at = 0; at != node_;) {
    std::size_t before = 0;
    std::uint32_t child = at + 1;
    for (; tree_->behind(child) <= node_; child = tree_->behind(child)) ++before;
    if (tree_->at(at).kind == JsonKind::array) {
      path += fmt::format("[{}]", before);
    } else {
      path += (path.empty() ? "" : ".") + printable(tree_->keys_[tree_->at(child).key]);
    }
    at = child;
  }
  if (packed_ == nullptr) return path;
  std::size_t before = 0;
  for (const char* at = next_packed(tree_->at(node_).text); at != packed_; ++before) {
    const std::string_view number = number_at(at);
    at = next_packed(number.data() + number.size());
  }
  return path + fmt::format("[{}]", before);
}

Error JsonValue::error(std::string_view reason, ErrorCode code) const {
  const std::string here = path();
  return {code, fmt::format("{}:{}: {}{}{}", tree_->source_, line(), here, here.empty() ? "" : ": ", reason)};
}

Error JsonValue::expected(std::string_view what) const {
  return error(fmt::format("expected {}", what));
}

Outcome JsonValue::get_to(std::string& text) const {
  std::string_view view;
  Outcome got = get_to(view);
  text = view;
  return got;
}

Outcome JsonValue::get_to(std::string_view& text) const {
  if (!is(JsonKind::string)) return expected("a string");
  text = this->text();
  return Success{};
}

Outcome JsonValue::get_to(bool& truth) const {
  if (!is(JsonKind::boolean)) return expected("true or false");
  truth = text() == "true";
  return Success{};
}

Outcome JsonValue::get_to(std::vector<std::string>& texts) const {
  if (!is(JsonKind::array)) return expected("a list of strings");
  return for_each_element([&](const JsonValue& element) { return element.get_to(texts.emplace_back()); });
}

Outcome JsonValue::get_to(std::vector<std::uint32_t>& numbers) const {
  constexpr std::string_view kWanted = "a whole number from 0 to 4294967295";
  if (!is(JsonKind::array)) return expected("a list of whole numbers");
  const JsonTree::Node& array = tree_->at(node_);
  if (!array.packed) {
    const JsonElements all = elements();
    const auto other = std::find_if(all.begin(), all.end(), [](const JsonValue& e) { return !e.is(JsonKind::number); });
    return (*other).expected(kWanted);
  }
  numbers.reserve(numbers.size() + array.size);
  const char* const text_end = tree_->text_.data() + tree_->text_.size();
  const char* at = array.text;
  for (std::uint32_t i = 0; i < array.size; ++i) {
    at = next_packed(at);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(at, text_end, number);
    if (error != std::errc{} || is_number_character(*end)) return JsonValue(*tree_, node_, at).expected(kWanted);
    numbers.push_back(number);
    at = end;
  }
  return Success{};
}

std::optional<std::size_t> JsonValue::get_numbers(std::span<std::string_view> numbers) const noexcept {
  if (!is(JsonKind::array) || size() > numbers.size()) return std::nullopt;
  std::size_t count = 0;
  for (const JsonValue& element : elements()) {
    if (!element.is(JsonKind::number)) return std::nullopt;
    numbers[count++] = element.text();
  }
  return count;
}

}  // namespace portolan
