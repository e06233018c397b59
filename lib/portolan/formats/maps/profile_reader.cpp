// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/profile_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/grid/move_rules.hpp"

#include <array>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 7> kKeys{"name",      "terrain", "neighbours", "corners",
                                                "footprint", "metric",  "steps"};
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

/// What depends on the metric or the neighbours, once the whole profile has been read.
Outcome fit_metric(const JsonValue& object, MovementProfile& profile) {
  const auto footprint = object.find("footprint");
  if (profile.metric == Metric::grid) {
    if (profile.footprint == 0) return footprint->error("0, a point, needs the metric \"any_angle\"");
    if (profile.steps && profile.neighbours == Neighbours::four) {
      return object.find("steps")->error("only with 8 neighbours: with 4 all steps are straight");
    }
    return Success{};
  }
  for (const std::string_view key : {"neighbours", "corners", "steps"}) {
    if (const auto field = object.find(key)) return field->error("only with the metric \"grid\"");
  }
  if (!footprint) profile.footprint = 0;
  return Success{};
}

Result<MovementProfile> read_profile(const JsonValue& object) {
  MovementProfile profile;
  JsonFields fields(object, {kKeys, kName});
  fields.read("name", [&](const JsonValue& name) -> Outcome {
    if (!name.is(JsonKind::string) || !is_name(name.text()))
      return name.expected(fmt::format("a string of {}", kNameRule));
    profile.name = name.text();
    return Success{};
  });
  fields.read("terrain", [&](const JsonValue& table) { return read_prices(table, profile.prices); });
  fields.read("neighbours", one_of(kNeighbours, JsonKind::number, "4 or 8", profile.neighbours));
  fields.read("corners", one_of(kCorners, JsonKind::string, R"("never", "one" or "both")", profile.corners));
  fields.read("footprint", [&](const JsonValue& side) { return read_footprint(side, profile.footprint); });
  fields.read("metric", one_of(kMetrics, JsonKind::string, R"("grid" or "any_angle")", profile.metric));
  fields.read("steps", [&](const JsonValue& pair) { return read_steps(pair, profile.steps); });
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
