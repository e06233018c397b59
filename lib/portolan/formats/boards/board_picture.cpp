// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_picture.hpp"

#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/ends.hpp"
#include "portolan/formats/maps/png_rows.hpp"
#include "portolan/formats/table.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 2> kProvinceMustHave{"colour", "name"};
constexpr std::array<std::string_view, 4> kProvinceColumns{"colour", "name", "tags", "enter"};

using Ends = std::pair<NodeId, NodeId>;

/// Unknown colours that are reported one by one.
constexpr std::size_t kColoursListed = 20;
/// So many of them with few pixels each come from smoothed edges.
constexpr std::size_t kSmoothedColours = 5;
/// More of them are not told apart.
constexpr std::size_t kColoursCounted = 65'536;

class PictureReader {
 public:
  Outcome read_provinces(const NamedText& table) {
    const std::uint32_t file = builder_.add_file(table.name);
    TableReader rows(table.text, table.name, Comments::slashes);
    return for_each_row(rows, {kProvinceMustHave, kProvinceColumns}, [&](const TableHeader& header) -> Outcome {
      add_province(rows, header, {file, rows.line()});
      return Success{};
    });
  }

  Outcome read_picture(std::span<const std::byte> bytes, std::string_view name, std::uint64_t memory) {
    const SourcePlace place{builder_.add_file(name), 0};
    PictureSize size;
    std::vector<NodeId>& pixels = drawing_.pixels;
    Outcome read = decode_png_rows(
        bytes, name,
        [&](const PictureSize& found) -> Outcome {
          if (Outcome fits = check_picture(name, found, sizeof(NodeId), memory); !fits) return fits;
          size = found;
          pixels.resize(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
          return Success{};
        },
        [&](const PixelRow& row) -> Outcome {
          for (std::size_t i = 0; i < row.size(); ++i) {
            pixels[row.y * static_cast<std::size_t>(size.width) + row.column(i)] = province_at(row, i);
          }
          return Success{};
        });
    if (!read) return read;
    report_unknown(place);
    drawing_.width = size.width;
    drawing_.height = size.height;
    measure(size, pixels);
    return Success{};
  }

  Outcome read_links(const NamedText& table) {
    const std::uint32_t file = builder_.add_file(table.name);
    TableReader rows(table.text, table.name);
    return for_each_row(rows, {kEnds, kWayColumns}, [&](const TableHeader& header) -> Outcome {
      add_link(rows, header, {file, rows.line()});
      return Success{};
    });
  }

  /// The draft with its borders as arcs.
  BoardDraft take() {
    for (const auto& [ends, length] : borders_) {
      const auto& [low, high] = ends;
      for (const auto& [from, to] : {Ends{low, high}, Ends{high, low}}) {
        if (closed_.contains({from, to})) continue;
        builder_.join({.from = from,
                       .to = to,
                       .name = {},
                       .tags = {fmt::format("border={}", length)},
                       .place = builder_.draft().nodes[from].place},
                      Direction::one_way);
      }
    }
    return builder_.take();
  }

  /// The pixels, and the draft without its borders.
  AreaDrawing take_drawing() {
    drawing_.draft = builder_.take();
    drawing_.anchors.resize(drawing_.draft.nodes.size());
    for (const auto& [ends, place] : closed_) drawing_.closed.push_back({ends.first, ends.second, place});
    return std::move(drawing_);
  }

 private:
  struct Province {
    SourcePlace place;
    std::optional<NodeId> node;  ///< nothing: the colour is no province
    bool seen = false;
  };
  /// A colour that the table lacks.
  struct Unknown {
    Colour colour;
    std::size_t x;  ///< of its first pixel
    std::size_t y;
    std::uint64_t pixels = 0;
  };
  /// Of the pixels of a province.
  struct Extent {
    std::int64_t pixels = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
  };

  void add_province(const TableReader& rows, const TableHeader& header, const SourcePlace& place) {
    const std::string_view text = trimmed(header.field(rows, "colour"));
    const auto colour = text.starts_with('#') ? parse_colour(text) : std::nullopt;
    if (!colour) {
      builder_.unreadable(place, fmt::format("colour {} is not #rrggbb", in_quotes(text)));
      return;
    }
    Province province{.place = place, .node = {}};
    const std::string_view name = header.field(rows, "name");
    if (!name.empty()) {
      province.node = builder_.declare({.name = std::string(name),
                                        .position = {},
                                        .tags = split_tags(header.field(rows, "tags")),
                                        .place = place,
                                        .enter = builder_.cost_to_enter(header.field(rows, "enter"), "enter", place)});
    }
    if (!provinces_.emplace(*colour, province).second)
      builder_.unreadable(place, fmt::format("colour {} is given twice", text));
  }

  /// kNoNode where the pixel is in no province.
  NodeId province_at(const PixelRow& row, std::size_t i) {
    const Colour colour = row.colour(i);
    const auto found = provinces_.find(colour);
    if (found != provinces_.end()) {
      found->second.seen = true;
      return found->second.node.value_or(kNoNode);
    }
    auto entry = numbers_.find(colour);
    if (entry == numbers_.end()) {
      if (unknown_.size() == kColoursCounted) return kNoNode;
      entry = numbers_.emplace(colour, unknown_.size()).first;
      unknown_.push_back({colour, row.column(i), row.y});
    }
    ++unknown_[entry->second].pixels;
    return kNoNode;
  }

  /// Colours that the table lacks: of many with few pixels each, such as smoothing makes, one of them for all.
  void report_unknown(const SourcePlace& place) {
    const std::uint64_t few = std::max<std::uint64_t>(4, drawing_.pixels.size() / 500);
    const auto is_rare = [&](const Unknown& colour) { return colour.pixels <= few; };
    const auto rare = static_cast<std::size_t>(std::ranges::count_if(unknown_, is_rare));
    const bool smoothed = rare >= kSmoothedColours;
    std::size_t listed = 0;
    for (const Unknown& colour : unknown_) {
      if ((smoothed && is_rare(colour)) || listed++ >= kColoursListed) continue;
      builder_.unreadable(place, fmt::format("pixel {},{} has colour #{:06x}, which the table of provinces lacks",
                                             colour.x, colour.y, colour.colour));
    }
    if (listed > kColoursListed) {
      builder_.unreadable(place,
                          fmt::format("{} more colours that the table of provinces lacks", listed - kColoursListed));
    }
    if (!smoothed) return;
    std::uint64_t pixels = 0;
    for (const Unknown& colour : unknown_) pixels += is_rare(colour) ? colour.pixels : 0;
    const Unknown& first = *std::ranges::find_if(unknown_, is_rare);
    builder_.unreadable(place,
                        fmt::format("{} colours of few pixels each ({} in all, the first at {},{}: #{:06x}) that the "
                                    "table of provinces lacks: edges are smoothed; paint and save without "
                                    "anti-aliasing",
                                    rare, pixels, first.x, first.y, first.colour));
  }

  void measure(const PictureSize& size, const std::vector<NodeId>& pixels) {
    const auto width = static_cast<std::size_t>(size.width);
    std::vector<Extent> extents(builder_.draft().nodes.size());
    const auto border = [&](NodeId a, NodeId b) {
      if (a != b && a != kNoNode && b != kNoNode) ++borders_[std::minmax(a, b)];
    };
    for (std::size_t at = 0; at < pixels.size(); ++at) {
      const NodeId node = pixels[at];
      if (at % width != 0) border(pixels[at - 1], node);
      if (at >= width) border(pixels[at - width], node);
      if (node == kNoNode) continue;
      ++extents[node].pixels;
      extents[node].x += static_cast<std::int64_t>(at % width);
      extents[node].y += static_cast<std::int64_t>(at / width);
    }
    for (const auto& [colour, province] : provinces_) {
      if (!province.seen) builder_.unreadable(province.place, fmt::format("no pixel has colour #{:06x}", colour));
    }
    for (NodeId node = 0; node < extents.size(); ++node) {
      const auto& [count, x, y] = extents[node];
      if (count == 0) continue;
      // A pixel's middle is half a pixel from its corner: tenths of (2 x + count) / (2 count), rounded.
      const auto tenths = [n = count](std::int64_t sum) { return make_decimal((5 * (2 * sum + n) + n / 2) / n, 1); };
      builder_.draft().nodes[node].position = {tenths(x), tenths(y)};
    }
  }

  std::optional<NodeId> end(std::string_view name, const SourcePlace& place) {
    const auto found = builder_.find(name);
    if (!found) builder_.unreadable(place, builder_.unknown(name, "provinces"));
    return found;
  }

  void add_link(const TableReader& rows, const TableHeader& header, const SourcePlace& place) {
    const auto from = end(header.field(rows, "from"), place);
    const auto to = end(header.field(rows, "to"), place);
    ArcRow row = read_arc_row(rows, header, place, builder_);
    if (!from || !to) return;
    if (row.closed) {
      if (!borders_.contains(std::minmax(*from, *to))) {
        builder_.unreadable(place,
                            fmt::format("{} and {} have no border to close", in_quotes(header.field(rows, "from")),
                                        in_quotes(header.field(rows, "to"))));
      }
      closed_.emplace(Ends{*from, *to}, place);
      if (row.direction == Direction::both) closed_.emplace(Ends{*to, *from}, place);
      return;
    }
    row.arc.from = *from;
    row.arc.to = *to;
    builder_.join(std::move(row.arc), row.direction);
  }

  DraftBuilder builder_;
  std::map<Colour, Province> provinces_;
  std::vector<Unknown> unknown_;                     ///< in the order of their first pixels
  std::unordered_map<Colour, std::size_t> numbers_;  ///< of them
  std::map<Ends, std::uint64_t> borders_;            ///< by lower and higher node, the sides of pixels shared
  std::map<Ends, SourcePlace> closed_;
  AreaDrawing drawing_;
};

Result<PictureReader> read_all(std::span<const std::byte> picture, std::string_view name, const NamedText& provinces,
                               const std::optional<NamedText>& links, std::uint64_t memory) {
  PictureReader reader;
  if (const Outcome read = reader.read_provinces(provinces); !read) return read.error();
  if (const Outcome read = reader.read_picture(picture, name, memory); !read) return read.error();
  if (links) {
    if (const Outcome read = reader.read_links(*links); !read) return read.error();
  }
  return reader;
}

}  // namespace

Result<BoardDraft> parse_provinces(std::span<const std::byte> picture, std::string_view name,
                                   const NamedText& provinces, const std::optional<NamedText>& links,
                                   std::uint64_t memory) {
  auto reader = read_all(picture, name, provinces, links, memory);
  if (!reader) return reader.error();
  return reader->take();
}

Result<AreaDrawing> parse_province_drawing(std::span<const std::byte> picture, std::string_view name,
                                           const NamedText& provinces, const std::optional<NamedText>& links,
                                           std::uint64_t memory) {
  auto reader = read_all(picture, name, provinces, links, memory);
  if (!reader) return reader.error();
  return reader->take_drawing();
}

}  // namespace portolan
