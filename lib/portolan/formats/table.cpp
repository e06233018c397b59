// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan {
namespace {

/// Trimmed, ASCII letters small.
std::string column_name(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  std::string name(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name;
}

/// Takes a field in quotes off the line; false if its quotes do not match.
bool take_quoted(std::string_view& line, std::string& field) {
  line.remove_prefix(1);
  while (true) {
    const std::size_t quote = line.find('"');
    if (quote == std::string_view::npos) return false;
    field += line.substr(0, quote);
    line.remove_prefix(quote + 1);
    if (!line.starts_with('"')) return true;
    field += '"';
    line.remove_prefix(1);
  }
}

std::string_view mark_of(Comments comments) noexcept {
  return comments == Comments::hash ? "#" : "//";
}

/// What separates the fields of a table, by its first row. A row of two names may hold a semicolon beside its comma.
char separator_of(std::string_view row) noexcept {
  bool quoted = false;
  bool semicolon = false;
  bool comma = false;
  for (const char c : row) {
    if (c == '\t') return c;
    quoted = quoted != (c == '"');
    semicolon = semicolon || (c == ';' && !quoted);
    comma = comma || (c == ',' && !quoted);
  }
  return semicolon && !comma ? ';' : ',';
}

}  // namespace

TableReader::TableReader(std::string_view text, std::string_view name, Comments comments) noexcept
    : lines_(text, name), comment_(mark_of(comments)) {}

Result<bool> TableReader::next() {
  do {
    if (!lines_.next()) return false;
  } while (is_blank(lines_.line()) || lines_.line().starts_with(comment_));
  std::string_view line = lines_.line();
  if (separator_ == 0) separator_ = separator_of(line);
  fields_.clear();
  written_.clear();
  while (true) {
    written_.push_back(line);
    std::string& field = fields_.emplace_back();
    if (line.starts_with('"')) {
      if (!take_quoted(line, field)) return error("a field in quotes does not end");
      if (!line.empty() && line.front() != separator_) return error("text after a field in quotes");
    } else {
      field = line.substr(0, line.find(separator_));
      line.remove_prefix(field.size());
    }
    if (line.empty()) return true;
    line.remove_prefix(1);
  }
}

Error TableReader::error(std::size_t field, std::string_view reason, ErrorCode code) const {
  return field < written_.size() ? lines_.error(code, written_[field], reason) : lines_.error(code, reason);
}

bool TableHeader::is_header(const std::vector<std::string>& row, std::span<const std::string_view> names) {
  return std::all_of(names.begin(), names.end(), [&](std::string_view name) {
    return std::any_of(row.begin(), row.end(), [&](const std::string& field) { return column_name(field) == name; });
  });
}

Result<TableHeader> TableHeader::read(const TableReader& row, std::span<const std::string_view> known) {
  TableHeader header;
  for (const std::string& field : row.fields()) {
    std::string name = column_name(field);
    const auto family = std::find_if(known.begin(), known.end(), [&](std::string_view prefix) {
      return prefix.ends_with(':') && name.starts_with(prefix) && name.size() > prefix.size();
    });
    if (family != known.end()) {
      name = std::string(*family) + std::string(trimmed(trimmed(field).substr(family->size())));
    } else if (std::find(known.begin(), known.end(), name) == known.end()) {
      return row.error(fmt::format("column {} is not known (one of {})", in_quotes(field), fmt::join(known, ", ")));
    }
    if (!header.index_.emplace(name, header.names_.size()).second)
      return row.error(fmt::format("column {} is there twice", in_quotes(field)));
    header.names_.push_back(std::move(name));
  }
  return header;
}

Result<TableHeader> read_header(TableReader& rows, const TableColumns& columns) {
  const auto more = rows.next();
  if (!more) return more.error();
  if (!*more) return rows.error("no header line");
  if (!TableHeader::is_header(rows.fields(), columns.required)) {
    std::vector<std::string> missing;
    for (const std::string_view name : columns.required) {
      if (!TableHeader::is_header(rows.fields(), std::span(&name, 1))) missing.push_back(in_quotes(name));
    }
    const std::string what = missing.size() == columns.required.size()
                                 ? "expected a header line"
                                 : fmt::format("the header line lacks {}", fmt::join(missing, " and "));
    return rows.error(fmt::format("{}: {}", what, fmt::join(columns.known, ", ")));
  }
  return TableHeader::read(rows, columns.known);
}

Outcome TableHeader::check_width(const TableReader& row) const {
  if (row.fields().size() <= names_.size()) return Success{};
  return row.error(fmt::format("{} fields in a table of {} columns", row.fields().size(), names_.size()));
}

std::size_t TableHeader::index_of(std::string_view column) const noexcept {
  const auto found = index_.find(column);
  return found == index_.end() ? names_.size() : found->second;
}

std::string_view TableHeader::field(const TableReader& row, std::string_view column) const noexcept {
  const std::size_t index = index_of(column);
  return index < names_.size() && index < row.fields().size() ? std::string_view(row.fields()[index])
                                                              : std::string_view();
}

std::string table_field(std::string_view text, Comments comments) {
  // Else its line might be a comment or blank, or its end taken for the end of a line.
  const bool plain = !text.starts_with(mark_of(comments)) && !text.starts_with(' ') && !text.ends_with('\r');
  if (plain && text.find_first_of("\"\t") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace portolan
