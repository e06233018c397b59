// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of scenario files; what it accepts must be within the documented limits.
#include "portolan/formats/maps/scenario_reader.hpp"

#include <cmath>
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
  const auto file = parse_scenarios({reinterpret_cast<const char*>(data), size}, "input");
  if (!file) {
    require(file.error().message.starts_with("input:"));
    return 0;
  }
  const Rect bounds{{0, 0}, {kMaxSide, kMaxSide}};
  for (const Scenario& scenario : file->scenarios) {
    require(bounds.contains(scenario.from) && bounds.contains(scenario.to));
    require(std::isfinite(scenario.length) && scenario.tolerance >= 1e-4);
    require((scenario.width >= 1) == (file->kind == ScenarioKind::movingai));
  }
  return 0;
}
