// SPDX-License-Identifier: BSL-1.0
// The maps of PORTOLAN_DATA, which may be absent.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

/// The maps of a set ("dao"), or of all, in a fixed order. If there are none, says so, and the test is skipped.
inline std::vector<std::filesystem::path> real_maps(std::string_view set = {}) {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(PORTOLAN_DATA) / "maps" / set;
  std::error_code missing;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".map") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) WARN("skipped: no maps at " << folder.string());
  return files;
}

}  // namespace portolan::test
