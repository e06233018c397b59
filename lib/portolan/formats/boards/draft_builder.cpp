// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/draft_builder.hpp"

#include "portolan/core/name_guess.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace portolan {

std::uint32_t DraftBuilder::add_file(std::string_view name) {
  draft_.files.emplace_back(name);
  return static_cast<std::uint32_t>(draft_.files.size() - 1);
}

NodeId DraftBuilder::declare(DraftNode node) {
  const auto number = static_cast<NodeId>(draft_.nodes.size());
  numbers_.emplace(node.name, number);
  draft_.nodes.push_back(std::move(node));
  return number;
}

std::optional<NodeId> DraftBuilder::find(std::string_view name) const {
  const auto found = numbers_.find(std::string(name));
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

NodeId DraftBuilder::find_or_add(std::string_view name, const SourcePlace& place) {
  if (const auto known = find(name)) return *known;
  return declare({.name = std::string(name), .position = {}, .tags = {}, .place = place});
}

std::string DraftBuilder::unknown(std::string_view name, std::string_view these) {
  // Every guess looks at all names.
  constexpr std::size_t kMostGuesses = 20;
  NameGuess guess(name);
  if (unknown_++ < kMostGuesses) {
    for (const DraftNode& node : draft_.nodes) guess.offer(node.name);
  }
  return fmt::format("{} is not among the {}{}", in_quotes(name), these, guess.text());
}

void DraftBuilder::estimate(NodeId node, std::string_view goal, const WrittenNumber& cost) {
  const auto value = number(cost.text, "h", cost.place);
  if (!value) return;
  const auto [column, fresh] = columns_.try_emplace(std::string(goal), draft_.estimates.size());
  if (fresh) draft_.estimates.push_back({.goal = std::string(goal), .estimates = {}, .place = cost.place});
  draft_.estimates[column->second].estimates.push_back({node, *value, cost.place});
}

void DraftBuilder::join(DraftArc arc, Direction direction) {
  if (direction == Direction::both && arc.from != arc.to) {
    DraftArc back = arc;
    std::swap(back.from, back.to);
    draft_.arcs.push_back(std::move(back));
  }
  draft_.arcs.push_back(std::move(arc));
}

void DraftBuilder::unreadable(const SourcePlace& place, std::string reason) {
  draft_.unreadable.push_back({place, std::move(reason)});
}

std::optional<Decimal> DraftBuilder::number(std::string_view text, std::string_view what, const SourcePlace& place) {
  const auto value = parse_decimal(text);
  if (!value) {
    unreadable(place, fmt::format("{} {} is not a decimal number of at most 18 digits", what, in_quotes(text)));
  }
  return value;
}

void DraftBuilder::set_cost(DraftArc& arc, std::string_view text, std::string_view what, const SourcePlace& place) {
  const auto value = number(text, what, place);
  if (!value) return;
  arc.cost = *value;
  arc.has_cost = true;
}

Decimal DraftBuilder::cost_to_enter(std::string_view text, std::string_view what, const SourcePlace& place) {
  const std::string_view written = trimmed(text);
  return written.empty() ? Decimal{} : number(written, what, place).value_or(Decimal{});
}

std::optional<DraftPosition> DraftBuilder::position(const std::optional<WrittenNumber>& x,
                                                    const std::optional<WrittenNumber>& y, const SourcePlace& place) {
  if (!x && !y) return std::nullopt;
  if (!x || !y) {
    unreadable(place, "a position needs both x and y");
    return std::nullopt;
  }
  const auto right = number(x->text, "x", x->place);
  const auto down = number(y->text, "y", y->place);
  return right && down ? std::optional(DraftPosition{*right, *down}) : std::nullopt;
}

bool DraftBuilder::truth(std::string_view text, std::string_view what, const SourcePlace& place) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  static constexpr std::array<std::string_view, 3> kYes{"yes", "true", "1"};
  static constexpr std::array<std::string_view, 4> kNo{"", "no", "false", "0"};
  if (std::find(kYes.begin(), kYes.end(), small) != kYes.end()) return true;
  if (std::find(kNo.begin(), kNo.end(), small) == kNo.end()) {
    unreadable(place, fmt::format("{} {} is neither yes nor no", what, in_quotes(text)));
  }
  return false;
}

std::vector<std::string> split_tags(std::string_view text) {
  std::vector<std::string> tags;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    if (const std::string_view tag = trimmed(text.substr(0, end)); !tag.empty()) tags.emplace_back(tag);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return tags;
}

}  // namespace portolan
