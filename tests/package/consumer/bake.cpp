// SPDX-License-Identifier: BSL-1.0
// Makes a world file of a map, as an asset tool of one's own would.
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/offline/build_world.hpp"

#include <array>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto text = portolan::read_file(argv[1]);
  if (!text) return 1;
  const auto map = portolan::parse_map(*text, argv[1], {});
  if (!map) return 1;
  const std::array profiles{portolan::MovementProfile{}};
  const auto image = portolan::build_world(*map, profiles, {});
  return image && image->save(argv[2]) ? 0 : 1;
}
