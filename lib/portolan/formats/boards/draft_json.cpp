// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/draft_json.hpp"

#include "portolan/formats/ends.hpp"
#include "portolan/formats/json_fields.hpp"

#include <array>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 6> kArcKeys{"from", "to", "cost", "one_way", "name", "tags"};

}  // namespace

SourcePlace place_of(const JsonValue& value) {
  return {.file = 0, .line = value.line()};
}

Outcome read_cost_to_enter(const JsonValue& value, DraftBuilder& builder, DraftNode& node) {
  if (!value.is(JsonKind::number) && !value.is(JsonKind::string)) return value.expected("a number");
  node.enter = builder.number(value.text(), "enter", place_of(value)).value_or(Decimal{});
  return Success{};
}

Result<NamedArc> read_arc(const JsonValue& value, DraftBuilder& builder) {
  NamedArc read;
  read.arc.place = place_of(value);
  bool one_way = false;
  JsonFields fields(value, {kArcKeys, kEnds});
  fields.get_to("from", read.from);
  fields.get_to("to", read.to);
  fields.get_to("one_way", one_way);
  fields.get_to("name", read.arc.name);
  fields.get_to("tags", read.arc.tags);
  fields.read("cost", [&](const JsonValue& cost) -> Outcome {
    if (!cost.is(JsonKind::number) && !cost.is(JsonKind::string)) return cost.expected("a number");
    builder.set_cost(read.arc, cost.text(), "cost", place_of(cost));
    return Success{};
  });
  if (!fields.outcome()) return fields.outcome().error();
  if (one_way) read.direction = Direction::one_way;
  return read;
}

}  // namespace portolan
