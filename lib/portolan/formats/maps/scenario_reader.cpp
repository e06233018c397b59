// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/scenario_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

using Fields = std::span<const std::string_view>;

/// Of a table: start, goal and length.
constexpr std::array<std::string_view, 5> kScenarioColumns{"sx", "sy", "gx", "gy", "length"};

/// Decimal exponent of the first digit of a number that is not 0, as written.
int leading_exponent(std::string_view text) {
  const std::size_t mantissa = std::min(text.find_first_of("eE"), text.size());
  const auto point = static_cast<int>(std::min(text.find('.'), mantissa));
  const auto first = static_cast<int>(text.find_first_of("123456789"));
  std::string_view exponent = text.substr(std::min(mantissa + 1, text.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  return (first < point ? point - first - 1 : point - first) + parse_integer(exponent, -400, 400).value_or(0);
}

/// By how much a length printed in a `.scen` may differ from the true one.
double printed_tolerance(std::string_view text, double length) {
  constexpr double kTolerance = 1e-4;
  const std::size_t mantissa = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = std::min(text.find('.'), mantissa);
  const std::size_t decimals = mantissa - std::min(point + 1, mantissa);
  if (decimals >= 8 || length == 0) return kTolerance;
  return kTolerance + 0.5 * std::pow(10.0, leading_exponent(text) - 5);
}

/// Reads field `i` of a row, a whole number, into `out`; `wrong(i, reason)` makes the error.
template <class Wrong>
Outcome read_integer(const Wrong& wrong, std::size_t i, std::string_view text, std::string_view what, std::int32_t low,
                     std::int32_t& out) {
  const auto value = parse_integer(text, low, kMaxSide - 1 + low);
  if (!value) {
    return wrong(
        i, fmt::format("{} {} is not a whole number from {} to {}", what, in_quotes(text), low, kMaxSide - 1 + low));
  }
  out = *value;
  return Success{};
}

/// The five fields that both kinds have: start, goal and length.
template <class Wrong>
Outcome read_query(const Wrong& wrong, Fields fields, Scenario& scenario) {
  struct Coordinate {
    std::string_view what;
    std::int32_t& out;
  };
  const std::array<Coordinate, 4> coordinates{{{"start x", scenario.from.x},
                                               {"start y", scenario.from.y},
                                               {"goal x", scenario.to.x},
                                               {"goal y", scenario.to.y}}};
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    auto read = read_integer(wrong, i, fields[i], coordinates.at(i).what, 0, coordinates.at(i).out);
    if (!read) return read;
  }
  const auto length = parse_number(fields[4]);
  if (!length) return wrong(4, fmt::format("length {} is not a number", in_quotes(fields[4])));
  scenario.length = *length;
  return Success{};
}

Result<Scenario> read_movingai_row(const LineReader& lines) {
  constexpr std::size_t kFields = 9;
  const std::string_view line = lines.line();
  const auto fields =
      line.find('\t') != std::string_view::npos ? split_fields(line, kFields + 1) : split_words(line, kFields + 1);
  if (fields.size() != kFields) {
    return lines.error(ErrorCode::syntax,
                       "expected 9 fields: bucket, map, width, height, start x, start y, goal x, goal y, length");
  }
  const auto wrong = [&](std::size_t i, std::string_view reason) {
    return lines.error(ErrorCode::syntax, fields[i], reason);
  };
  const auto wrong_query = [&](std::size_t i, std::string_view reason) { return wrong(i + 4, reason); };
  Scenario scenario;
  std::int32_t bucket = 0;
  if (const auto read = read_integer(wrong, 0, fields[0], "bucket", 0, bucket); !read) return read.error();
  if (const auto read = read_integer(wrong, 2, fields[2], "width", 1, scenario.width); !read) return read.error();
  if (const auto read = read_integer(wrong, 3, fields[3], "height", 1, scenario.height); !read) return read.error();
  if (const auto read = read_query(wrong_query, Fields(fields).subspan(4), scenario); !read) return read.error();
  scenario.tolerance = printed_tolerance(fields[8], scenario.length);
  return scenario;
}

/// A row of a table; the header is null if there is none.
Result<Scenario> read_table_row(const TableReader& rows, const TableHeader* header) {
  if (rows.fields().size() != kScenarioColumns.size()) {
    return rows.error("expected 5 fields between tabs, semicolons or commas: start x, start y, goal x, goal y, length");
  }
  std::array<std::string_view, kScenarioColumns.size()> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    fields.at(i) = header == nullptr ? std::string_view(rows.fields()[i]) : header->field(rows, kScenarioColumns.at(i));
  }
  const auto wrong = [&](std::size_t i, std::string_view reason) {
    return rows.error(header == nullptr ? i : header->index_of(kScenarioColumns.at(i)), reason);
  };
  Scenario scenario;
  if (const auto read = read_query(wrong, fields, scenario); !read) return read.error();
  return scenario;
}

Result<ScenarioFile> parse_table(std::string_view text, std::string_view name) {
  TableReader rows(text, name);
  ScenarioFile file;
  file.kind = ScenarioKind::table;
  std::optional<TableHeader> header;
  for (bool first = true;; first = false) {
    const auto more = rows.next();
    if (!more) return more.error();
    if (!*more) break;
    if (first && TableHeader::is_header(rows.fields(), kScenarioColumns)) {
      auto read = TableHeader::read(rows, kScenarioColumns);
      if (!read) return read.error();
      header = *std::move(read);
      continue;
    }
    const auto row = read_table_row(rows, header ? &*header : nullptr);
    if (!row) return row.error();
    file.scenarios.push_back(*row);
  }
  if (file.scenarios.empty()) return rows.error("no scenario in the file");
  return file;
}

Outcome read_version(LineReader& lines) {
  lines.next();
  const auto words = split_words(lines.line(), 3);
  if (words.size() == 2 && words[0] == "version" && (words[1] == "1" || words[1] == "1.0")) return Success{};
  return lines.error(ErrorCode::unsupported, "expected 'version 1'");
}

}  // namespace

Result<ScenarioFile> parse_scenarios(std::string_view text, std::string_view name) {
  if (!without_byte_order_mark(text).starts_with("version")) return parse_table(text, name);
  LineReader lines(text, name);
  ScenarioFile file;
  if (const auto version = read_version(lines); !version) return version.error();
  while (lines.next()) {
    if (is_blank(lines.line())) continue;
    const auto row = read_movingai_row(lines);
    if (!row) return row.error();
    file.scenarios.push_back(*row);
  }
  if (file.scenarios.empty()) return lines.error(ErrorCode::syntax, "no scenario in the file");
  return file;
}

Result<ScenarioFile> read_scenarios(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_scenarios(*text, path.string());
}

}  // namespace portolan
