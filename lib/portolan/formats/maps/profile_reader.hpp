// SPDX-License-Identifier: BSL-1.0
// Movement profiles as JSON: one object or an array of objects such as
//
//   {"name": "infantry", "terrain": {"grass": 1, "swamp": 2.5, "lava": null}, "neighbours": 8, "corners": "never",
//    "footprint": 1, "metric": "grid", "steps": [10, 14]}
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/movement_profile.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace portolan {

/// Parses profiles; `source` stands for the text in errors. All keys but `name` may be absent and have the defaults of
/// MovementProfile. Terrain costs are above 0, at most 10^5, with at most 4 decimals; null is impassable. `others` are
/// terrains that `terrain` does not name: null (impassable, as if absent) or `map`, what they cost by the map.
/// `corners` is
/// `never`, `one` or `both`, `metric` is `grid` or `any_angle`; with the latter `footprint` is 0 unless given, and
/// `neighbours`, `corners` and `steps` are not allowed. `steps` are what a straight and a diagonal step cost beside
/// each other, whole numbers from 1 to kMaxStepCost in a ratio from 1:1 to 1:2; not allowed with 4 neighbours.
///
/// A profile with any of `headings` (4 or 8; as many as neighbours if absent), `body` ([width, length], instead of
/// `footprint`), `turn` (a cost), `backward`, `sideways` (factors) and `radius` (tiles) has Kinematics. Nothing
/// is guessed: unknown and repeated keys are errors. O(bytes). Errors: syntax (with line and column where the JSON is
/// broken, with line and field such as `[1].terrain.swamp` where its content is), limit (also more than `memory`
/// bytes).
Result<std::vector<MovementProfile>> parse_profiles(std::string_view text, std::string_view source,
                                                    std::uint64_t memory = kAnyMemory);

/// Reads profiles, as parse_profiles does, from a file or pipe. Errors: those of parse_profiles, and io.
Result<std::vector<MovementProfile>> read_profiles(const std::filesystem::path& path);

}  // namespace portolan
