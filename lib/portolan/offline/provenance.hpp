// SPDX-License-Identifier: BSL-1.0
// What a file says about how it was made.
#pragma once

#include "portolan/offline/index_options.hpp"
#include "portolan/world/file_sections.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace portolan {

/// What the map came from, for the file's provenance; takes no part in the build.
struct SourceInfo {
  std::string format;      ///< "movingai", "ascii", "png", or "memory"
  std::uint64_t hash = 0;  ///< hash_bytes of the source file
};

/// Library version, source, options and notes as JSON. `memory` is ResourceOptions::memory. Internal to the module.
[[nodiscard]] BasicProvenance<Owned> make_provenance(const SourceInfo& source, std::uint64_t memory,
                                                     const IndexOptions& indexes, std::span<const std::string> notes);

}  // namespace portolan
