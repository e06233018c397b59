// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_file.hpp"

#include "portolan/core/file.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/world/format.hpp"
#include "portolan/world/mapping.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace portolan {
namespace {

using format::kIsPlain;

constexpr std::array<char, 8> kMagic{'P', 'O', 'R', 'T', 'P', 'A', 'T', 'H'};
constexpr std::uint32_t kPathVersion = 1;

/// A path file: this, then what it counts, in this order.
struct Header {
  std::array<char, 8> magic;  ///< kMagic
  std::uint32_t version;      ///< kPathVersion
  std::uint32_t endian_mark;
  std::uint64_t checksum;  ///< hash_bytes of all that follows this field
  std::uint64_t file;      ///< checksum of the header of the world file; 0 without a path
  std::uint64_t seed;      ///< of the rule of ties
  std::uint64_t legs_unpacked;
  std::uint32_t profile;
  std::uint32_t waypoints;
  std::uint32_t hops;
  std::uint32_t arcs;
  std::uint32_t points;
  std::uint32_t next_waypoint;
  std::uint32_t next_hop;
  std::int32_t next_step;
  Tile at;
  std::uint8_t edited;     ///< 0 or 1
  std::uint8_t truncated;  ///< 0 or 1
  std::uint8_t legs;       ///< Path::Legs
  std::uint8_t ties;       ///< TieRule
  std::uint8_t next_walk;  ///< SightWalk
  std::array<std::uint8_t, 3> reserved;
};

struct HopRecord {
  std::uint32_t leg;
  std::uint32_t link;
};

struct ArcRecord {
  Tile from;
  Tile to;
  std::uint32_t from_node;
  std::uint32_t to_node;
  std::uint64_t cost;
  std::int32_t level;
  std::uint32_t link;
  RegionIndex region;
};

static_assert(kIsPlain<Header> && sizeof(Header) == 96);
static_assert(kIsPlain<HopRecord> && sizeof(HopRecord) == 8);
static_assert(kIsPlain<ArcRecord> && sizeof(ArcRecord) == 48);
static_assert(kIsPlain<Tile> && sizeof(Tile) == 8);
static_assert(kIsPlain<Point> && sizeof(Point) == 8);

constexpr std::size_t kChecked = offsetof(Header, file);

std::uint32_t narrow(std::size_t count) noexcept {
  return static_cast<std::uint32_t>(count);
}

ArcRecord record_of(const CoarseArc& arc) noexcept {
  return {.from = arc.from.tile,
          .to = arc.to.tile,
          .from_node = static_cast<std::uint32_t>(arc.from.node),
          .to_node = static_cast<std::uint32_t>(arc.to.node),
          .cost = arc.cost,
          .level = arc.level,
          .link = arc.link,
          .region = arc.region};
}

CoarseArc arc_of(const ArcRecord& record) noexcept {
  return {.from = {record.from, FileNode{record.from_node}},
          .to = {record.to, FileNode{record.to_node}},
          .cost = record.cost,
          .level = record.level,
          .region = record.region,
          .link = record.link};
}

template <class Record>
void append(std::vector<std::byte>& bytes, const Record& record) {
  const auto* const begin = reinterpret_cast<const std::byte*>(&record);
  bytes.insert(bytes.end(), begin, begin + sizeof(record));
}

/// Takes so many records off the front of bytes that are long enough.
template <class Record>
std::vector<Record> take(std::span<const std::byte>& bytes, std::size_t count) {
  std::vector<Record> records(count);
  if (count != 0) std::memcpy(records.data(), bytes.data(), count * sizeof(Record));
  bytes = bytes.subspan(count * sizeof(Record));
  return records;
}

std::uint64_t size_of(const Header& header) noexcept {
  return sizeof(Header) + header.waypoints * std::uint64_t{sizeof(Tile)} +
         header.hops * std::uint64_t{sizeof(HopRecord)} + header.arcs * std::uint64_t{sizeof(ArcRecord)} +
         header.points * std::uint64_t{sizeof(Point)};
}

}  // namespace

struct PathFile::Contents {
  Header header{};
  std::vector<Tile> waypoints;
  std::vector<HopRecord> hops;
  std::vector<ArcRecord> arcs;  ///< a stack
  std::vector<Point> points;

  [[nodiscard]] bool is_empty() const noexcept {
    return waypoints.empty() && hops.empty() && arcs.empty() && points.empty();
  }
};

std::vector<std::byte> PathFile::bytes_of(const Path& path) {
  const State& state = path.state_;
  Header header{.magic = kMagic,
                .version = kPathVersion,
                .endian_mark = format::kEndianMark,
                .checksum = 0,
                .file = state.file,
                .seed = state.ties.seed,
                .legs_unpacked = state.legs_unpacked,
                .profile = narrow(state.profile),
                .waypoints = narrow(state.waypoint_count),
                .hops = narrow(state.hop_count),
                .arcs = narrow(state.arc_count),
                .points = narrow(state.point_count),
                .next_waypoint = narrow(state.next_waypoint),
                .next_hop = narrow(state.next_hop),
                .next_step = state.next_step,
                .at = state.at,
                .edited = static_cast<std::uint8_t>(state.edited ? 1 : 0),
                .truncated = static_cast<std::uint8_t>(state.truncated ? 1 : 0),
                .legs = static_cast<std::uint8_t>(state.legs),
                .ties = static_cast<std::uint8_t>(state.ties.rule),
                .next_walk = static_cast<std::uint8_t>(state.next_walk),
                .reserved = {}};
  std::vector<std::byte> bytes;
  bytes.reserve(static_cast<std::size_t>(size_of(header)));
  append(bytes, header);
  for (const Tile tile : path.waypoints()) append(bytes, tile);
  for (const LinkHop& hop : path.hops()) append(bytes, HopRecord{narrow(hop.leg), hop.link});
  for (const CoarseArc& arc : path.memory_.arcs.first(state.arc_count)) append(bytes, record_of(arc));
  for (const Point point : path.points()) append(bytes, point);
  header.checksum = hash_bytes(std::span(bytes).subspan(kChecked));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

std::uint64_t PathFile::hash_of(const Path& path) {
  return hash_bytes(bytes_of(path));
}

/// What is wrong with lines of sight between waypoints, and how far they have been walked.
std::string PathFile::sight_fault(const World& world, const Contents& contents) {
  const Header& header = contents.header;
  if (!contents.arcs.empty() || header.next_waypoint >= header.waypoints || header.next_hop > header.hops)
    return "a path that is neither lines nor arcs";
  for (std::size_t i = 0; i < contents.hops.size(); ++i) {
    if ((contents.hops[i].leg < header.next_waypoint) != (i < header.next_hop)) return "a link that was not taken";
  }
  const Tile from = contents.waypoints[header.next_waypoint];
  if (header.next_step == 0) return header.at == from ? "" : "a path that has led elsewhere";
  if (header.next_waypoint + 1 == header.waypoints) return "a path that goes on behind its end";
  const Tile to = contents.waypoints[header.next_waypoint + 1];
  const Neighbours neighbours = world.profiles()[header.profile].rules.neighbours;
  if (header.next_step < 0 || header.next_step >= sight_steps(from, to, neighbours)) return "a step beyond its line";
  const bool by_link = header.next_hop < header.hops && contents.hops[header.next_hop].leg == header.next_waypoint;
  const Tile at = sight_step(from, to, neighbours, static_cast<SightWalk>(header.next_walk), header.next_step);
  return !by_link && header.at == at ? "" : "a path that has led elsewhere";
}

/// What is wrong with the arcs that legs are still to be made from.
std::string PathFile::arcs_fault(const World& world, const Contents& contents) {
  const RegionTopologyView& topology = world.profiles()[contents.header.profile].regions.topology;
  const RegionLayout& layout = topology.layout;
  const auto is_end = [&](Tile tile, std::uint32_t node) {
    return world.bounds().contains(tile) &&
           (node == kNoNode || (node < topology.tiles.size() && topology.tiles[node] == tile));
  };
  const auto has_region = [&](const ArcRecord& arc) {
    return arc.level < std::max(1, layout.levels()) && arc.region.x >= 0 && arc.region.y >= 0 &&
           arc.region.x < layout.columns(arc.level) && arc.region.y < layout.rows(arc.level);
  };
  Tile at = contents.header.at;
  for (auto arc = contents.arcs.rbegin(); arc != contents.arcs.rend(); ++arc) {
    const bool joined = is_end(arc->from, arc->from_node) && is_end(arc->to, arc->to_node) && arc->from == at;
    if (!joined || arc->cost >= kInfiniteCost) return "arcs that do not join each other";
    at = arc->to;
    bool sound = false;
    if (arc->link != kNoLink) {
      sound = arc->level == 0 && arc->link < world.links().size();
    } else if (arc->level == Path::kPieceLevel) {
      sound = LegMatrix::fits(arc->from, arc->to);
    } else {
      sound = arc->level == Path::kRunLevel || (arc->level >= 0 && has_region(*arc));
    }
    if (!sound) return "an arc that lies nowhere";
  }
  return {};
}

/// What is wrong with a path, or nothing. Whether legs can be made of it the world will tell.
std::string PathFile::fault(const World& world, const Contents& contents) {
  const Header& header = contents.header;
  const auto legs = static_cast<Path::Legs>(header.legs);
  const bool known = header.edited <= 1 && header.truncated <= 1 && legs <= Path::Legs::by_arcs &&
                     header.ties <= static_cast<std::uint8_t>(TieRule::random) &&
                     header.next_walk <= static_cast<std::uint8_t>(SightWalk::along_line);
  if (!known || header.reserved != decltype(header.reserved){}) return "values that mean nothing";
  if (contents.is_empty()) return legs == Path::Legs::none || header.truncated == 1 ? "" : "legs of no path";
  if (header.profile >= world.profiles().size()) return "a profile that the world does not have";
  if (!contents.points.empty()) {
    const bool alone = contents.waypoints.empty() && contents.hops.empty() && contents.arcs.empty();
    if (!alone || legs != Path::Legs::none) return "a path in two metrics";
    const bool on_map = std::ranges::all_of(contents.points, [&](Point p) {
      return p.x >= 0 && p.y >= 0 && p.x <= world.width() * kSubUnits && p.y <= world.height() * kSubUnits;
    });
    return on_map ? "" : "a point that is not on the map";
  }
  if (legs == Path::Legs::none || contents.waypoints.empty()) return "waypoints without legs";
  const auto is_on_map = [&](Tile tile) { return world.bounds().contains(tile); };
  if (!std::ranges::all_of(contents.waypoints, is_on_map) || !is_on_map(header.at))
    return "a waypoint that is not on the map";
  for (std::size_t i = 0; i < contents.hops.size(); ++i) {
    const HopRecord& hop = contents.hops[i];
    const bool ascends = i == 0 || contents.hops[i - 1].leg < hop.leg;
    if (!ascends || hop.leg + std::uint64_t{1} >= header.waypoints || hop.link >= world.links().size())
      return "a link that joins no waypoints";
  }
  return legs == Path::Legs::in_sight ? sight_fault(world, contents) : arcs_fault(world, contents);
}

Outcome PathFile::read(const World& world, std::span<const std::byte> bytes, Path& path) {
  const auto corrupt = [](const std::string& reason) { return Error{ErrorCode::corrupt, "path: " + reason}; };
  Contents contents;
  Header& header = contents.header;
  if (bytes.size() < sizeof(header)) return corrupt("too short");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != kMagic) return corrupt("not a path");
  if (header.endian_mark != format::kEndianMark)
    return Error{ErrorCode::unsupported, "path: written for a machine of the other byte order"};
  if (header.version != kPathVersion) {
    return Error{ErrorCode::unsupported, "path: format version " + std::to_string(header.version) +
                                             ", this library reads " + std::to_string(kPathVersion)};
  }
  if (bytes.size() != size_of(header)) return corrupt("cut off, or longer than it says");
  if (header.checksum != hash_bytes(bytes.subspan(kChecked))) return corrupt("wrong checksum");
  format::FileHeader file{};
  std::memcpy(&file, world.bytes().data(), sizeof(file));
  const PathRoom room = path.room();
  if (header.waypoints > room.waypoints || header.hops > room.hops || header.arcs > room.arcs ||
      header.points > room.points)
    return Error{ErrorCode::limit, "path: longer than there is room for"};
  std::span<const std::byte> rest = bytes.subspan(sizeof(header));
  contents.waypoints = take<Tile>(rest, header.waypoints);
  contents.hops = take<HopRecord>(rest, header.hops);
  contents.arcs = take<ArcRecord>(rest, header.arcs);
  contents.points = take<Point>(rest, header.points);
  if (!contents.is_empty() && header.file != file.checksum)
    return Error{ErrorCode::usage, "path: found on another world file"};
  if (const std::string reason = fault(world, contents); !reason.empty()) return corrupt(reason);

  std::ranges::copy(contents.waypoints, path.memory_.waypoints.begin());
  std::ranges::transform(contents.hops, path.memory_.hops.begin(), [](const HopRecord& hop) {
    return LinkHop{hop.leg, hop.link};
  });
  std::ranges::transform(contents.arcs, path.memory_.arcs.begin(), arc_of);
  std::ranges::copy(contents.points, path.memory_.points.begin());
  path.state_ = {.waypoint_count = header.waypoints,
                 .hop_count = header.hops,
                 .point_count = header.points,
                 .arc_count = header.arcs,
                 .world = contents.is_empty() ? nullptr : world.bytes().data(),
                 .file = header.file,
                 .profile = header.profile,
                 .edited = header.edited != 0,
                 .truncated = header.truncated != 0,
                 .legs = static_cast<Path::Legs>(header.legs),
                 .ties = {static_cast<TieRule>(header.ties), header.seed},
                 .at = header.at,
                 .next_waypoint = header.next_waypoint,
                 .next_hop = header.next_hop,
                 .legs_unpacked = static_cast<std::size_t>(header.legs_unpacked),
                 .next_step = header.next_step,
                 .next_walk = static_cast<SightWalk>(header.next_walk)};
  return Success{};
}

Outcome PathFile::save(const Path& path, const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = bytes_of(path);
  return write_file_atomically(file, std::array{std::span<const std::byte>(bytes)});
}

Outcome PathFile::load(const World& world, const std::filesystem::path& file, Path& path) {
  // Copied: such files are short, and not only this library may write into them.
  const PathRoom room = path.room();
  const std::uint64_t most = sizeof(Header) + room.waypoints * std::uint64_t{sizeof(Tile)} +
                             room.hops * std::uint64_t{sizeof(HopRecord)} +
                             room.arcs * std::uint64_t{sizeof(ArcRecord)} + room.points * std::uint64_t{sizeof(Point)};
  const auto bytes = Mapping::copy(file, most);
  if (!bytes) return bytes.error();
  if (Outcome read = PathFile::read(world, bytes->bytes(), path); !read)
    return Error{read.error().code, file.string() + ": " + read.error().message};
  return Success{};
}

}  // namespace portolan
