// SPDX-License-Identifier: BSL-1.0
#include "view/request.hpp"

#include <array>
#include <charconv>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMaxText = 255;

}  // namespace

ViewReply error_reply(int status, std::string_view message) {
  return {status, "application/json", Json{{"error", message}}.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

std::string ParameterReader::text(const std::string& name) {
  read_.insert(name);
  const auto [first, last] = given_.equal_range(name);
  if (first == last) {
    refuse(fmt::format("{} is missing", name));
    return {};
  }
  if (std::next(first) != last) refuse(fmt::format("{} is given twice", name));
  if (first->second.empty() || first->second.size() > kMaxText) {
    refuse(fmt::format("{}: expected 1 to {} bytes", name, kMaxText));
    return {};
  }
  return first->second;
}

std::int32_t ParameterReader::number(const std::string& name, std::int32_t low, std::int32_t high) {
  const std::string given = text(name);
  std::int32_t value = 0;
  const char* const end = given.data() + given.size();
  const auto parsed = std::from_chars(given.data(), end, value);
  if (parsed.ec == std::errc{} && parsed.ptr == end && value >= low && value <= high) return value;
  refuse(fmt::format("{}: expected a number from {} to {}", name, low, high));
  return low;
}

double ParameterReader::decimal(const std::string& name, double low, double high) {
  const std::string given = text(name);
  double value = 0;
  const char* const end = given.data() + given.size();
  const auto parsed = std::from_chars(given.data(), end, value, std::chars_format::fixed);
  if (parsed.ec == std::errc{} && parsed.ptr == end && value >= low && value <= high) return value;
  refuse(fmt::format("{}: expected a number from {} to {}", name, low, high));
  return low;
}

Rect ParameterReader::area(const std::string& name, const Rect& bounds, std::int32_t side) {
  const std::string given = text(name);
  std::array<std::int32_t, 4> edge{};
  const char* at = given.data();
  const char* const end = given.data() + given.size();
  bool good = true;
  for (std::size_t i = 0; i < edge.size() && good; ++i) {
    const auto parsed = std::from_chars(at, end, edge[i]);
    const bool last = i + 1 == edge.size();
    good = parsed.ec == std::errc{} && (last ? parsed.ptr == end : parsed.ptr != end && *parsed.ptr == ',');
    at = parsed.ptr + (last ? 0 : 1);
  }
  const auto within = [](std::int32_t low, std::int32_t a, std::int32_t b, std::int32_t high) {
    return low <= a && a < b && b <= high;
  };
  const Rect area{{edge[0], edge[1]}, {edge[2], edge[3]}};
  good = good && within(bounds.min.x, area.min.x, area.max.x, bounds.max.x) &&
         within(bounds.min.y, area.min.y, area.max.y, bounds.max.y) && area.width() <= side && area.height() <= side;
  if (good) return area;
  refuse(fmt::format("{}: expected x0,y0,x1,y1 inside the map, at most {} tiles a side", name, side));
  return {bounds.min, bounds.min};
}

void ParameterReader::refuse(std::string message) {
  if (fault_.empty()) fault_ = std::move(message);
}

const std::string& ParameterReader::fault() {
  for (const auto& [name, value] : given_) {
    if (!read_.contains(name)) refuse(fmt::format("unknown parameter {}", name.substr(0, kMaxText)));
  }
  return fault_;
}

}  // namespace portolan::tools
