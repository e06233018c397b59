// SPDX-License-Identifier: BSL-1.0
// Legends that lie beside maps.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/file.hpp"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace portolan {

/// Reads a legend by its format (Legend::parse), from `path` or, where that is empty, from the map's path with the
/// extension `.legend`; nothing if none is given and none lies beside the map. Errors: those of `read` and of the
/// format.
template <class Legend>
Result<std::optional<Legend>> legend_for(const std::filesystem::path& map, std::filesystem::path path,
                                         const ReadFile& read) {
  const FileOrigin origin = path.empty() ? FileOrigin::referred : FileOrigin::given;
  if (path.empty()) {
    path = map;
    path.replace_extension(".legend");
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::optional<Legend>();
  }
  const auto text = read(path, origin);
  if (!text) return text.error();
  auto legend = Legend::parse(*text, path.string());
  if (!legend) return legend.error();
  return std::optional(std::move(*legend));
}

}  // namespace portolan
