// SPDX-License-Identifier: BSL-1.0
// Tables with a row a line: fields between tabs, semicolons or commas, in double quotes where they hold what would end
// them.
#pragma once

#include "portolan/formats/text.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// How lines that are no rows start: with `#`, or with `//` where rows may start with a `#`.
enum class Comments { hash, slashes };

/// Walks the rows of a table; blank lines and comments are passed over. Fields are separated by tabs if the first row
/// has one, by semicolons if it has those and, outside of quotes, no comma, else by commas. A field that starts with a
/// double quote ends with the next single one, and two of them inside stand for one (RFC 4180); it may not hold the end
/// of a line. Views the text and the name.
class TableReader {
 public:
  TableReader(std::string_view text, std::string_view name, Comments comments = Comments::hash) noexcept;

  /// Goes to the next row; gives false at the end. Error (syntax): quotes that do not match.
  Result<bool> next();
  [[nodiscard]] const std::vector<std::string>& fields() const noexcept { return fields_; }
  /// The number of the row's line, from 1.
  [[nodiscard]] std::uint32_t line() const noexcept { return static_cast<std::uint32_t>(lines_.number()); }
  [[nodiscard]] Error error(std::string_view reason) const { return lines_.error(ErrorCode::syntax, reason); }
  /// Makes the error "name:line:column: reason" for a field of the row by its number; without the column for a field
  /// that the row lacks.
  [[nodiscard]] Error error(std::size_t field, std::string_view reason, ErrorCode code = ErrorCode::syntax) const;

 private:
  LineReader lines_;
  std::string_view comment_;
  char separator_ = 0;  ///< 0 before the first row
  std::vector<std::string> fields_;
  std::vector<std::string_view> written_;  ///< where the fields begin in the line, and the rest of it
};

/// Which column holds what, by the names in a header row, in small letters or capitals.
class TableHeader {
 public:
  /// Whether a row holds all of these names.
  [[nodiscard]] static bool is_header(const std::vector<std::string>& row, std::span<const std::string_view> names);
  /// Reads the row that the reader is at. A name among `known` that ends with a colon stands for all columns whose
  /// names begin with it, and go on as they like, capitals and all. Error (syntax): a column that is not among `known`,
  /// or is there twice.
  static Result<TableHeader> read(const TableReader& row, std::span<const std::string_view> known);

  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  [[nodiscard]] bool has(std::string_view column) const noexcept { return index_of(column) < names_.size(); }
  /// Error (syntax): a row has more fields than there are columns.
  [[nodiscard]] Outcome check_width(const TableReader& row) const;
  /// The field of a row in a column; empty if the row or the header lacks it.
  [[nodiscard]] std::string_view field(const TableReader& row, std::string_view column) const noexcept;
  /// The number of a column, from 0; that of all columns if the header lacks it. O(log columns).
  [[nodiscard]] std::size_t index_of(std::string_view column) const noexcept;

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> index_;  ///< of names_
};

/// Which columns a table has.
struct TableColumns {
  std::span<const std::string_view> required;
  std::span<const std::string_view> known;  ///< required ones among them
};

/// Goes to the first row and reads it as a header. Errors: those of for_each_row.
Result<TableHeader> read_header(TableReader& rows, const TableColumns& columns);

/// Calls visit(header), which gives an Outcome, for every row after the first one, which must be a header, until one
/// fails. Errors (syntax): there is no header, a row of more fields than that, what TableHeader::read says, quotes that
/// do not match.
template <class Visit>
Outcome for_each_row(TableReader& rows, const TableColumns& columns, Visit&& visit) {
  const auto header = read_header(rows, columns);
  if (!header) return header.error();
  while (true) {
    const auto more = rows.next();
    if (!more) return more.error();
    if (!*more) return Success{};
    if (Outcome fits = header->check_width(rows); !fits) return fits;
    if (Outcome row = visit(*header); !row) return row;
  }
}

/// Writes a field for a table whose fields are separated by tabs: in quotes where it must be.
[[nodiscard]] std::string table_field(std::string_view text, Comments comments = Comments::hash);

}  // namespace portolan
