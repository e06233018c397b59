// SPDX-License-Identifier: BSL-1.0
#include "view/draft_file.hpp"

#include "portolan/core/file.hpp"
#include "portolan/formats/file.hpp"

#include <cstddef>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {

Result<DraftFile> DraftFile::at(std::filesystem::path path, std::optional<std::string> content) {
  if (const Outcome free = check_output(path); !free) return free.error();
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::absolute(path, unknown).parent_path();
  if (!std::filesystem::is_directory(folder, unknown))
    return Error{ErrorCode::usage, fmt::format("{}: there is no folder {}", path.string(), folder.string())};
  if (!content && std::filesystem::exists(path, unknown)) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: is there already; what is to be drawn on is named by --areas or --waypoints too",
                             path.string())};
  }
  return DraftFile(std::move(path), std::move(content));
}

Outcome DraftFile::save(std::string_view text) {
  std::error_code unknown;
  const bool there = std::filesystem::exists(path_, unknown);
  bool same = there == content_.has_value();
  if (there && same) {
    const auto now = read_file(path_, FileOrigin::given);
    if (!now) return now.error();
    same = *now == *content_;
  }
  if (!same) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: was changed by another program since it was read here; nothing is written", name())};
  }
  const std::span<const std::byte> chunk = std::as_bytes(std::span(text));
  if (Outcome written = write_file_atomically(path_, {&chunk, 1}); !written) return written;
  content_ = text;
  return Success{};
}

}  // namespace portolan::tools
