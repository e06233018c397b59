// SPDX-License-Identifier: BSL-1.0
// portolan info: what a world file holds.
#include "commands.hpp"
#include "common.hpp"
#include "map/world_report.hpp"

#include <fmt/format.h>

namespace portolan::tools {

int run_info(const InfoArguments& arguments) {
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  const nlohmann::ordered_json report = world_report(*world);
  fmt::print("{}", arguments.print == Output::json ? report.dump(2) + "\n" : world_text(report));
  return kDone;
}

}  // namespace portolan::tools
