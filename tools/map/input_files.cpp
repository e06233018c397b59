// SPDX-License-Identifier: BSL-1.0
#include "map/input_files.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// A name as a rule holds it.
Result<std::string> escaped(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '\n' || c == '\r')
      return Error{ErrorCode::unsupported, fmt::format("--depfile: {} cannot stand in a rule", in_quotes(name))};
    if (c == '$') text += '$';
    if (c == ' ' || c == '\t' || c == '#' || c == ':') {
      // Backslashes before what is escaped would escape each other.
      for (std::size_t k = i; k > 0 && name[k - 1] == '\\'; --k) text += '\\';
      text += '\\';
    }
    text += c;
  }
  return text;
}

/// The same for all paths to a file.
std::filesystem::path place_of(const std::filesystem::path& path) {
  std::error_code fault;
  auto place = std::filesystem::absolute(path, fault);
  if (!fault) place = std::filesystem::weakly_canonical(place, fault);
  return fault ? path.lexically_normal() : place;
}

}  // namespace

Error written_over(const std::filesystem::path& path) {
  return {ErrorCode::usage, path.string() + ": was read, and would be written over"};
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  return place_of(a) == place_of(b);
}

Result<std::string> InputFiles::read(const std::filesystem::path& path, FileOrigin origin, std::uint64_t memory) {
  std::error_code unknown;  // of a pipe
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  if (!unknown) {
    if (const Outcome fits = check_memory(path.string(), "its bytes", size, memory); !fits) return fits.error();
  }
  auto bytes = read_file(path, origin);
  if (bytes) names_.insert(path.string());
  return bytes;
}

Result<PieceFile> InputFiles::open(const std::filesystem::path& path) {
  auto file = PieceFile::open(path);
  if (file) names_.insert(path.string());
  return file;
}

bool InputFiles::holds(const std::filesystem::path& path) const {
  return std::any_of(names_.begin(), names_.end(), [&](const std::string& name) { return same_file(name, path); });
}

Result<StagedFile> InputFiles::stage_rule(const std::filesystem::path& depfile,
                                          const std::filesystem::path& output) const {
  const auto target = escaped(output.string());
  if (!target) return target.error();
  std::string rule = *target + ":";
  for (const std::string& name : names_) {
    const auto input = escaped(name);
    if (!input) return input.error();
    rule += " \\\n  " + *input;
  }
  rule += '\n';
  const std::span<const std::byte> chunk = std::as_bytes(std::span(std::string_view(rule)));
  return StagedFile::write(depfile, {&chunk, 1});
}

}  // namespace portolan::tools
