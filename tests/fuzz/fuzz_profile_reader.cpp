// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of movement profiles; what it accepts must be within the documented limits.
#include "portolan/formats/maps/profile_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace portolan;

namespace {
void require(bool truth) {
  if (!truth) std::abort();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto profiles = parse_profiles({reinterpret_cast<const char*>(data), size}, "input");
  if (!profiles) {
    require(profiles.error().message.starts_with("input:"));
    require(profiles.error().message.find('\n') == std::string::npos);
    return 0;
  }
  require(!profiles->empty());
  for (const MovementProfile& profile : *profiles) {
    require(!profile.name.empty() && profile.name.size() <= 255);
    const int least = profile.metric == Metric::any_angle ? 0 : 1;
    require(profile.footprint >= least && profile.footprint <= kMaxFootprint);
    if (const auto& kinematics = profile.kinematics) {
      require(fault_of(*kinematics).empty());
      require(profile.footprint == (kinematics->width < kinematics->length ? kinematics->width : kinematics->length));
    }
    for (const TerrainPrice& price : profile.prices) require(!price.terrain.empty() && price.cost <= kMaxTerrainCost);
  }
  return 0;
}
