// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/profile_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/json_handler.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

/// Builds the profiles.
class ProfileHandler final : public JsonHandler {
 public:
  ProfileHandler(std::string_view text, std::string_view source) : JsonHandler(text, source) {}

  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;

  [[nodiscard]] Result<std::vector<MovementProfile>> take() {
    if (error_) return *std::move(error_);
    return std::move(profiles_);
  }

 private:
  enum class Place { top, list, profile, terrain };

  bool value(Kind kind, std::string_view text) override;
  bool field(Kind kind, std::string_view text);
  bool name(std::string_view text);
  bool footprint(std::string_view text);
  bool price(Kind kind, std::string_view text);
  bool metric_fits();
  bool fail(ErrorCode code, std::string_view reason);
  bool expected(std::string_view what) { return fail(ErrorCode::syntax, fmt::format("expected {}", what)); }
  [[nodiscard]] bool in_list() const noexcept { return index_.has_value(); }

  Place place_ = Place::top;
  std::optional<std::size_t> index_;  ///< of the current element of a list
  std::string key_;                   ///< the current key of the profile, if any
  std::string terrain_;               ///< the current key of its terrain table, if any
  std::set<std::string> keys_;
  std::set<std::string> terrains_;
  MovementProfile profile_;
  std::vector<MovementProfile> profiles_;
  std::map<std::string, std::size_t> names_;  ///< where each name was given
};

/// What each key takes, in the words of an error message.
struct Field {
  std::string_view key;
  std::string_view takes;
};
constexpr std::array<Field, 6> kFields{{{"name", "a string of 1 to 255 bytes of UTF-8 without NUL"},
                                        {"terrain", "an object of terrain names and costs"},
                                        {"neighbours", "4 or 8"},
                                        {"corners", R"("never", "one" or "both")"},
                                        {"footprint", "a whole number from 0 to 64"},
                                        {"metric", R"("grid" or "any_angle")"}}};
static_assert(kMaxFootprint == 64);

const Field* find_field(std::string_view key) {
  const auto* const found =
      std::find_if(std::begin(kFields), std::end(kFields), [&](const Field& f) { return f.key == key; });
  return found == std::end(kFields) ? nullptr : found;
}

bool ProfileHandler::fail(ErrorCode code, std::string_view reason) {
  std::string where = in_list() ? fmt::format("[{}]", *index_) : "";
  if (!key_.empty()) where += (where.empty() ? "" : ".") + printable(key_);
  if (!terrain_.empty()) where += "." + printable(terrain_);
  if (!where.empty()) where += ": ";
  error_ = Error{code, fmt::format("{}: {}{}", source_, where, reason)};
  return false;
}

bool ProfileHandler::start_object(std::size_t) {
  if (place_ == Place::profile && key_ == "terrain") {
    place_ = Place::terrain;
    terrains_.clear();
    return true;
  }
  if (place_ == Place::profile) return expected(find_field(key_)->takes);
  if (place_ == Place::terrain) return expected("a cost or null");
  place_ = Place::profile;
  profile_ = {};
  keys_.clear();
  return true;
}

bool ProfileHandler::key(std::string& name) {
  if (place_ == Place::terrain) {
    terrain_.clear();
    if (!is_name(name)) return fail(ErrorCode::syntax, fmt::format("a terrain name must be {}", kNameRule));
    terrain_ = name;
    return terrains_.insert(name).second || fail(ErrorCode::syntax, "this key is given twice");
  }
  key_.clear();
  if (find_field(name) == nullptr) {
    std::string known;
    for (const Field& f : kFields) known += fmt::format("{}{}", known.empty() ? "" : ", ", f.key);
    return fail(ErrorCode::syntax, fmt::format("unknown key {} (known: {})", in_quotes(name), known));
  }
  key_ = name;
  return keys_.insert(name).second || fail(ErrorCode::syntax, "this key is given twice");
}

bool ProfileHandler::end_object() {
  if (place_ == Place::terrain) {
    terrain_.clear();
    if (profile_.prices.empty())
      return fail(ErrorCode::syntax, "no terrain; leave the key out for the map's own costs");
    place_ = Place::profile;
    return true;
  }
  key_.clear();
  if (!keys_.contains("name")) return fail(ErrorCode::syntax, "the key 'name' is missing");
  if (!metric_fits()) return false;
  profiles_.push_back(std::move(profile_));
  if (in_list()) ++*index_;
  place_ = in_list() ? Place::list : Place::top;
  return true;
}

/// What depends on the metric, once the whole profile has been read.
bool ProfileHandler::metric_fits() {
  if (profile_.metric == Metric::grid) {
    key_ = "footprint";
    if (profile_.footprint == 0) return fail(ErrorCode::syntax, "0, a point, needs the metric \"any_angle\"");
    key_.clear();
    return true;
  }
  for (const std::string_view key : {"neighbours", "corners"}) {
    key_ = key;
    if (keys_.contains(key_)) return fail(ErrorCode::syntax, "only with the metric \"grid\"");
  }
  key_.clear();
  if (!keys_.contains("footprint")) profile_.footprint = 0;
  return true;
}

bool ProfileHandler::start_array(std::size_t) {
  if (place_ == Place::profile) return expected(find_field(key_)->takes);
  if (place_ == Place::terrain) return expected("a cost or null");
  if (place_ == Place::list) return expected("an object");
  place_ = Place::list;
  index_ = 0;
  return true;
}

bool ProfileHandler::end_array() {
  index_.reset();
  place_ = Place::top;
  return !profiles_.empty() || fail(ErrorCode::syntax, "no profile in the list");
}

bool ProfileHandler::value(Kind kind, std::string_view text) {
  switch (place_) {
    case Place::top:
      return expected("an object or a list of objects");
    case Place::list:
      return expected("an object");
    case Place::profile:
      return field(kind, text);
    case Place::terrain:
      return price(kind, text);
  }
  return false;
}

bool ProfileHandler::field(Kind kind, std::string_view text) {
  if (kind == Kind::string && key_ == "name") return name(text);
  if (kind == Kind::string && key_ == "corners") {
    if (text == "never" || text == "one" || text == "both") {
      profile_.corners = text == "never" ? CornerRule::never_cut
                         : text == "one" ? CornerRule::cut_one
                                         : CornerRule::cut_both;
      return true;
    }
  }
  if (kind == Kind::string && key_ == "metric" && (text == "grid" || text == "any_angle")) {
    profile_.metric = text == "grid" ? Metric::grid : Metric::any_angle;
    return true;
  }
  if (kind == Kind::number && key_ == "neighbours" && (text == "4" || text == "8")) {
    profile_.neighbours = text == "4" ? Neighbours::four : Neighbours::eight;
    return true;
  }
  if (kind == Kind::number && key_ == "footprint") {
    if (const auto side = parse_integer(text, 0, kMaxFootprint)) {
      profile_.footprint = *side;
      return true;
    }
  }
  return expected(find_field(key_)->takes);
}

bool ProfileHandler::name(std::string_view text) {
  if (!is_name(text)) return expected(find_field(key_)->takes);
  const auto [taken, fresh] = names_.emplace(text, profiles_.size());
  if (!fresh) return fail(ErrorCode::syntax, fmt::format("{} is the name of [{}] too", in_quotes(text), taken->second));
  profile_.name = text;
  return true;
}

bool ProfileHandler::price(Kind kind, std::string_view text) {
  if (kind == Kind::null) {
    profile_.prices.push_back({terrain_, 0});
    return true;
  }
  if (kind != Kind::number) return expected("a cost or null");
  const auto cost = parse_terrain_cost(text);
  if (!cost) return fail(cost.error().code, cost.error().message);
  profile_.prices.push_back({terrain_, *cost});
  return true;
}

}  // namespace

Result<std::vector<MovementProfile>> parse_profiles(std::string_view text, std::string_view source) {
  ProfileHandler handler(text, source);
  Json::sax_parse(text, &handler);
  return handler.take();
}

Result<std::vector<MovementProfile>> read_profiles(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_profiles(*text, path.string());
}

}  // namespace portolan
