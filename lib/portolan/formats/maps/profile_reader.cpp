// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/profile_reader.hpp"

#include "portolan/core/decimal.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/grid/move_rules.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 15> kKeys{"name",    "terrain",   "others",   "notch",    "neighbours",
                                                 "corners", "footprint", "metric",   "steps",    "headings",
                                                 "body",    "turn",      "backward", "sideways", "radius"};
/// Those that say how a mover turns.
constexpr auto kKinematicKeys = std::span(kKeys).subspan<9>();
constexpr std::array<std::string_view, 1> kName{"name"};
static_assert(kMaxFootprint == 64);

/// The value of one of a few words.
template <class T>
struct Word {
  std::string_view word;
  T value;
};
constexpr std::array<Word<CornerRule>, 3> kCorners{
    {{"never", CornerRule::never_cut}, {"one", CornerRule::cut_one}, {"both", CornerRule::cut_both}}};
constexpr std::array<Word<Metric>, 2> kMetrics{{{"grid", Metric::grid}, {"any_angle", Metric::any_angle}}};
constexpr std::array<Word<Unlisted>, 1> kUnlisted{{{"map", Unlisted::by_map}}};
constexpr std::array<Word<Headings>, 2> kHeadingCounts{{{"4", Headings::four}, {"8", Headings::eight}}};
constexpr std::array<Word<Neighbours>, 2> kNeighbours{{{"4", Neighbours::four}, {"8", Neighbours::eight}}};

/// A field that takes one of these words, of this kind; `words` says which they are.
template <class T, std::size_t kCount>
auto one_of(const std::array<Word<T>, kCount>& known, JsonKind kind, std::string_view words, T& value) {
  return [&known, kind, words, &value](const JsonValue& field) -> Outcome {
    for (const Word<T>& entry : known) {
      if (!field.is(kind) || field.text() != entry.word) continue;
      value = entry.value;
      return Success{};
    }
    return field.expected(words);
  };
}

Outcome read_footprint(const JsonValue& field, std::int32_t& footprint) {
  const auto side = field.is(JsonKind::number) ? parse_integer(field.text(), 0, kMaxFootprint) : std::nullopt;
  if (!side) return field.expected("a whole number from 0 to 64");
  footprint = *side;
  return Success{};
}

Outcome read_steps(const JsonValue& field, std::optional<StepCosts>& steps) {
  constexpr std::string_view kWords = "two whole numbers from 1 to 20000, what a straight and a diagonal step cost";
  static_assert(kMaxStepCost == 20'000);
  std::array<std::string_view, 2> numbers;
  if (field.get_numbers(numbers) != numbers.size()) return field.expected(kWords);
  const auto straight = parse_integer(numbers[0], 1, static_cast<std::int32_t>(kMaxStepCost));
  const auto diagonal = parse_integer(numbers[1], 1, static_cast<std::int32_t>(kMaxStepCost));
  if (!straight || !diagonal) return field.expected(kWords);
  steps = {static_cast<std::uint32_t>(*straight), static_cast<std::uint32_t>(*diagonal)};
  const std::string_view fault = fault_of(*steps);
  return fault.empty() ? Outcome(Success{}) : field.error(fault);
}

Outcome read_body(const JsonValue& field, Kinematics& kinematics) {
  constexpr std::string_view kWords = "two whole numbers from 1 to 64, the width and the length";
  static_assert(kMaxBody == 64);
  std::array<std::string_view, 2> numbers;
  if (field.get_numbers(numbers) != numbers.size()) return field.expected(kWords);
  const auto width = parse_integer(numbers[0], 1, kMaxBody);
  const auto length = parse_integer(numbers[1], 1, kMaxBody);
  if (!width || !length) return field.expected(kWords);
  kinematics.width = *width;
  kinematics.length = *length;
  return Success{};
}

/// A number in ten-thousandths.
Result<std::uint32_t> read_ten_thousandths(const JsonValue& field, std::uint32_t most, std::string_view words) {
  const auto number = field.is(JsonKind::number) ? parse_decimal(field.text()) : std::nullopt;
  const auto digits = number ? scaled(*number, 4) : std::nullopt;
  static_assert(kCostScale == 10'000);
  if (!digits || *digits < 0 || *digits > most) return field.expected(words);
  return static_cast<std::uint32_t>(*digits);
}

Outcome read_length(const JsonValue& field, std::uint32_t most, std::string_view words, std::uint32_t& length) {
  const auto read = read_ten_thousandths(field, most, words);
  if (!read) return read.error();
  length = *read;
  return Success{};
}

Outcome read_factor(const JsonValue& field, std::optional<Ratio>& factor) {
  static_assert(kMaxFactor == 16);
  const auto read =
      read_ten_thousandths(field, kMaxFactor * kCostScale, "a number from 1 to 16 with at most 4 decimals");
  if (!read) return read.error();
  const std::uint32_t common = std::gcd(*read, kCostScale);
  factor = Ratio{*read / common, kCostScale / common};
  return Success{};
}

Outcome read_price(const JsonValue& field, std::vector<TerrainPrice>& prices) {
  TerrainCost price = 0;  // null, which is impassable
  if (field.is(JsonKind::number)) {
    const auto cost = parse_terrain_cost(field.text());
    if (!cost) return field.error(cost.error().message, cost.error().code);
    price = *cost;
  } else if (!field.is(JsonKind::null)) {
    return field.expected("a cost or null");
  }
  prices.push_back({std::string(field.key()), price});
  return Success{};
}

Outcome read_prices(const JsonValue& table, std::vector<TerrainPrice>& prices) {
  if (!table.is(JsonKind::object)) return table.expected("an object of terrain names and costs");
  for (const JsonValue& field : table.elements()) {
    if (!is_name(field.key())) return table.error(fmt::format("a terrain name must be {}", kNameRule));
    if (Outcome read = read_price(field, prices); !read) return read;
  }
  return prices.empty() ? table.error("no terrain; leave the key out for the map's own costs") : Outcome(Success{});
}

/// The profile has them if it has one of their keys.
Outcome fit_kinematics(const JsonValue& object, MovementProfile& profile) {
  Kinematics& kinematics = *profile.kinematics;
  const auto given = [&](std::string_view key) { return object.find(key).has_value(); };
  if (std::ranges::none_of(kKinematicKeys, given)) {
    profile.kinematics.reset();
    return Success{};
  }
  if (given("body")) {
    profile.footprint = std::min(kinematics.width, kinematics.length);
  } else {
    kinematics.width = kinematics.length = profile.footprint;
  }
  if (profile.neighbours == Neighbours::four) {
    if (given("headings") && kinematics.headings == Headings::eight) {
      return object.find("headings")->error("8 only with 8 neighbours");
    }
    kinematics.headings = Headings::four;
  }
  const std::string fault = fault_of(kinematics);
  if (fault.empty()) return Success{};
  const std::size_t colon = fault.find(": ");
  return object.find(fault.substr(0, colon))->error(fault.substr(colon + 2));
}

/// What depends on the metric or the neighbours, once the whole profile has been read.
Outcome fit_metric(const JsonValue& object, MovementProfile& profile) {
  const auto footprint = object.find("footprint");
  if (profile.metric == Metric::grid) {
    if (object.find("body") && footprint) return footprint->error("not beside body, whose lesser side it is");
    if (profile.footprint == 0) return footprint->error("0, a point, needs the metric \"any_angle\"");
    if (profile.steps && profile.neighbours == Neighbours::four) {
      return object.find("steps")->error("only with 8 neighbours: with 4 all steps are straight");
    }
    return fit_kinematics(object, profile);
  }
  for (const std::string_view key : kKeys) {
    const bool common =
        key == "name" || key == "terrain" || key == "others" || key == "notch" || key == "footprint" || key == "metric";
    if (common) continue;
    if (const auto field = object.find(key)) return field->error("only with the metric \"grid\"");
  }
  if (!footprint) profile.footprint = 0;
  profile.kinematics.reset();
  return Success{};
}

Result<MovementProfile> read_profile(const JsonValue& object) {
  MovementProfile profile;
  Kinematics& kinematics = profile.kinematics.emplace();
  JsonFields fields(object, {kKeys, kName});
  fields.read("name", [&](const JsonValue& name) -> Outcome {
    if (!name.is(JsonKind::string) || !is_name(name.text()))
      return name.expected(fmt::format("a string of {}", kNameRule));
    profile.name = name.text();
    return Success{};
  });
  fields.read("terrain", [&](const JsonValue& table) { return read_prices(table, profile.prices); });
  fields.read("others", [&](const JsonValue& others) -> Outcome {
    if (!object.find("terrain")) return others.error("only beside terrain, without which all costs are the map's");
    if (others.is(JsonKind::null)) return Success{};
    return one_of(kUnlisted, JsonKind::string, R"("map" or null)", profile.unlisted)(others);
  });
  fields.read("notch", [&](const JsonValue& cost) {
    return read_length(cost, kMaxTerrainCost, "a cost from 0 to 100000 with at most 4 decimals", profile.notch);
  });
  fields.read("neighbours", one_of(kNeighbours, JsonKind::number, "4 or 8", profile.neighbours));
  fields.read("corners", one_of(kCorners, JsonKind::string, R"("never", "one" or "both")", profile.corners));
  fields.read("footprint", [&](const JsonValue& side) { return read_footprint(side, profile.footprint); });
  fields.read("metric", one_of(kMetrics, JsonKind::string, R"("grid" or "any_angle")", profile.metric));
  fields.read("steps", [&](const JsonValue& pair) { return read_steps(pair, profile.steps); });
  static_assert(kMaxTurnCost == 1000 * kCostScale && kMaxRadius == 6 * kCostScale);
  fields.read("headings", one_of(kHeadingCounts, JsonKind::number, "4 or 8", kinematics.headings));
  fields.read("body", [&](const JsonValue& sides) { return read_body(sides, kinematics); });
  fields.read("turn", [&](const JsonValue& cost) {
    return read_length(cost, kMaxTurnCost, "a cost from 0 to 1000 with at most 4 decimals", kinematics.turn);
  });
  fields.read("backward", [&](const JsonValue& factor) { return read_factor(factor, kinematics.backward); });
  fields.read("sideways", [&](const JsonValue& factor) { return read_factor(factor, kinematics.sideways); });
  fields.read("radius", [&](const JsonValue& length) {
    return read_length(length, kMaxRadius, "a number of tiles from 0 to 6 with at most 4 decimals", kinematics.radius);
  });
  if (!fields.outcome()) return fields.outcome().error();
  if (const Outcome fits = fit_metric(object, profile); !fits) return fits.error();
  return profile;
}

}  // namespace

Result<std::vector<MovementProfile>> parse_profiles(std::string_view text, std::string_view source,
                                                    std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  const JsonValue root = tree->root();
  if (root.is(JsonKind::object)) {
    auto profile = read_profile(root);
    if (!profile) return profile.error();
    return std::vector{*std::move(profile)};
  }
  if (!root.is(JsonKind::array)) return root.expected("an object or a list of objects");
  std::vector<MovementProfile> profiles;
  std::map<std::string, std::size_t> names;  // where each was given
  for (const JsonValue& object : root.elements()) {
    auto profile = read_profile(object);
    if (!profile) return profile.error();
    const auto [taken, fresh] = names.emplace(profile->name, profiles.size());
    if (!fresh) {
      return object.find("name")->error(
          fmt::format("{} is the name of [{}] too", in_quotes(profile->name), taken->second));
    }
    profiles.push_back(std::move(*profile));
  }
  if (profiles.empty()) return root.error("no profile in the list");
  return profiles;
}

Result<std::vector<MovementProfile>> read_profiles(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_profiles(*text, path.string());
}

}  // namespace portolan
