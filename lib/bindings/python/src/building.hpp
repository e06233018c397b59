// SPDX-License-Identifier: BSL-1.0
// What builds of maps and of boards share.
#pragma once

#include "objects.hpp"
#include "portolan/offline/build_world.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace portolan::python {

/// Options of a build, as the module that Python users see hands them over.
struct Settings {
  unsigned threads = 0;
  std::optional<std::uint64_t> memory;
  std::optional<std::vector<std::string>> indexes;
  std::optional<std::filesystem::path> file;  ///< where the world is to be; none: in memory
};

/// Errors: usage (indexes that there are not).
[[nodiscard]] BuildOptions to_options(const Settings& settings, SourceInfo source);

/// The world, opened from its file if it is to be in one.
[[nodiscard]] std::shared_ptr<OpenWorld> finish(const WorldImage& image, const Settings& settings);

}  // namespace portolan::python
