// SPDX-License-Identifier: BSL-1.0
#include "map/area_layer.hpp"

#include "drawing/tint.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace portolan::tools {
namespace {

/// Tints that are tried for an area.
constexpr std::uint32_t kTries = 16;
/// In 65,536ths of the colour wheel.
constexpr std::int32_t kWheel = 65'536;
constexpr std::int32_t kApart = kWheel / 8;

constexpr Colour kBorder{40, 40, 50, 255};
constexpr Colour kClosed{120, 0, 50, 255};
constexpr Colour kLink{110, 20, 170, 255};
constexpr Colour kWay{30, 90, 200, 150};
constexpr Colour kPaper{255, 255, 255, 255};

std::int32_t distance_of(std::uint32_t hue, std::uint32_t other) {
  const std::int32_t apart = std::abs(static_cast<std::int32_t>(hue) - static_cast<std::int32_t>(other));
  return std::min(apart, kWheel - apart);
}

/// Pairs of areas that touch, the larger number first, ascending.
std::vector<std::pair<AreaId, AreaId>> neighbours(std::span<const AreaId> cells, std::size_t columns,
                                                  std::size_t areas) {
  std::vector<std::pair<AreaId, AreaId>> pairs;
  const auto meet = [&](AreaId a, AreaId b) {
    if (a == b || a >= areas || b >= areas) return;
    const std::pair pair(std::max(a, b), std::min(a, b));
    if (pairs.empty() || pairs.back() != pair) pairs.push_back(pair);
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t column = i % columns;
    if (column != 0) meet(cells[i], cells[i - 1]);
    if (i < columns) continue;
    meet(cells[i], cells[i - columns]);
    if (column != 0) meet(cells[i], cells[i - columns - 1]);
    if (column + 1 != columns) meet(cells[i], cells[i - columns + 1]);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::uint8_t opacity(AreaTone tone) {
  static constexpr std::uint8_t kPale = 50;
  static constexpr std::uint8_t kPlain = 110;
  static constexpr std::uint8_t kStrong = 160;
  return tone == AreaTone::strong ? kStrong : tone == AreaTone::plain ? kPlain : kPale;
}

}  // namespace

std::vector<Colour> area_tints(std::span<const AreaId> cells, std::size_t columns, std::size_t areas) {
  const auto pairs = neighbours(cells, columns, areas);
  std::vector<std::uint32_t> numbers(areas);
  std::vector<Colour> tints(areas);
  // The smallest numbers not given yet: those lie most evenly around the wheel.
  std::vector<std::uint32_t> unused(kTries);
  std::iota(unused.begin(), unused.end(), 0U);
  auto pair = pairs.begin();
  for (AreaId area = 0; area < areas; ++area) {
    const auto begin = pair;
    while (pair != pairs.end() && pair->first == area) ++pair;
    std::int32_t widest = -1;
    auto best = unused.begin();
    for (auto tried = unused.begin(); tried != unused.end() && widest < kApart; ++tried) {
      std::int32_t apart = kWheel;
      for (auto other = begin; other != pair; ++other)
        apart = std::min(apart, distance_of(hue_of(*tried), hue_of(numbers[other->second])));
      if (apart <= widest) continue;
      widest = apart;
      best = tried;
    }
    numbers[area] = *best;
    tints[area] = tint(*best);
    unused.erase(best);
    unused.push_back(kTries + area);
  }
  return tints;
}

AreaLayer::AreaLayer(const World& world, const MapScale& scale, std::vector<AreaTone> tones)
    : areas_(*world.areas()),
      graph_(world.board()->graph),
      grid_(world.profiles().front().grid),
      scale_(scale),
      tones_(std::move(tones)),
      columns_((world.width() + scale.thin - 1) / scale.thin),
      rows_((world.height() + scale.thin - 1) / scale.thin) {
  cells_.reserve(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  for (std::int32_t row = 0; row < rows_; ++row) {
    for (std::int32_t column = 0; column < columns_; ++column)
      cells_.push_back(areas_.tiles.at({column * scale.thin, row * scale.thin}));
  }
  tints_ = area_tints(cells_, static_cast<std::size_t>(columns_), tones_.size());
}

bool AreaLayer::has_anchor(AreaId area) const {
  return areas_.has_anchor(grid_, area);
}

AreaId AreaLayer::cell(std::int32_t column, std::int32_t row) const {
  return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
}

void AreaLayer::fill(Sheet& sheet) const {
  // Area by area: shapes of one colour that follow each other are one element of an SVG.
  std::vector<std::vector<Rect>> runs(tones_.size());
  for (std::int32_t row = 0; row < rows_; ++row) {
    for (std::int32_t begin = 0; begin < columns_;) {
      const AreaId area = cell(begin, row);
      std::int32_t end = begin + 1;
      while (end < columns_ && cell(end, row) == area) ++end;
      if (shows(area)) runs[area].push_back({{begin, row}, {end, row + 1}});
      begin = end;
    }
  }
  const std::int32_t zoom = scale_.zoom;
  for (AreaId area = 0; area < runs.size(); ++area) {
    Colour colour = tints_[area];
    colour.a = opacity(tones_[area]);
    for (const Rect& run : runs[area])
      sheet.fill_rect({{run.min.x * zoom, run.min.y * zoom}, {run.max.x * zoom, run.max.y * zoom}}, colour);
  }
}

void AreaLayer::outline(Sheet& sheet, Border kind) const {
  const std::int32_t zoom = scale_.zoom;
  const bool closed = kind == Border::closed;
  const std::int32_t thickness = closed ? std::max(2, zoom / 3) : std::max(1, zoom / 8);
  const Colour colour = closed ? kClosed : kBorder;
  const auto parts = [&](AreaId a, AreaId b) {
    return a != b && (shows(a) || shows(b)) && closed == (areas_.is_closed({a, b}) || areas_.is_closed({b, a}));
  };
  for (std::int32_t row = 0; row < rows_; ++row) {
    for (std::int32_t column = 0; column < columns_; ++column) {
      const Tile corner{column * zoom, row * zoom};
      if (column != 0 && parts(cell(column - 1, row), cell(column, row))) {
        const std::int32_t x = corner.x - thickness / 2;
        sheet.fill_rect({{x, corner.y}, {x + thickness, corner.y + zoom}}, colour);
      }
      if (row != 0 && parts(cell(column, row - 1), cell(column, row))) {
        const std::int32_t y = corner.y - thickness / 2;
        sheet.fill_rect({{corner.x, y}, {corner.x + zoom, y + thickness}}, colour);
      }
    }
  }
}

void AreaLayer::link(Sheet& sheet, Pixel from, Pixel to) const {
  const std::int32_t thickness = std::max(1, scale_.zoom / 6);
  sheet.line(from, to, thickness, kLink);
  const double x = from.x - to.x;
  const double y = from.y - to.y;
  const double length = std::max(1.0, std::sqrt(x * x + y * y));
  // The strokes of the head lead back along the line and to its sides.
  const double reach = std::max(6, scale_.zoom * 5 / 4) / length;
  for (const double side : {-0.5, 0.5}) {
    const Pixel end{to.x + static_cast<std::int32_t>(std::lround((x - side * y) * reach)),
                    to.y + static_cast<std::int32_t>(std::lround((y + side * x) * reach))};
    sheet.line(to, end, thickness, kLink);
  }
}

void AreaLayer::borders(Sheet& sheet) const {
  outline(sheet, Border::open);
  outline(sheet, Border::closed);
}

void AreaLayer::ways(Sheet& sheet) const {
  if (!is_well_formed(graph_.arcs) || areas_.ways.size() != graph_.arcs.target.size()) return;
  const std::int32_t thickness = std::max(1, scale_.zoom / 8);
  for (AreaId from = 0; from < tones_.size(); ++from) {
    for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc) {
      const AreaId to = graph_.arcs.target[arc];
      // What leads both ways is one line.
      const bool drawn = to < from && graph_.cheapest_arc(to, from) != graph_.arcs.target.size();
      if (drawn || areas_.ways[arc].kind == WayKind::link || !shows(from) || !shows(to)) continue;
      if (has_anchor(from) && has_anchor(to))
        sheet.line(scale_.centre(areas_.anchors[from]), scale_.centre(areas_.anchors[to]), thickness, kWay);
    }
  }
}

void AreaLayer::links(Sheet& sheet) const {
  for (const AreaLink& l : areas_.links) {
    if (!shows(l.from) || !shows(l.to) || !has_anchor(l.from) || !has_anchor(l.to)) continue;
    link(sheet, scale_.centre(areas_.anchors[l.from]), scale_.centre(areas_.anchors[l.to]));
  }
}

void AreaLayer::names(Sheet& sheet) const {
  const std::int32_t height = std::max(12, scale_.zoom);
  const std::int32_t radius = std::max(2, scale_.zoom / 3);
  for (AreaId area = 0; area < tones_.size(); ++area) {
    if (!shows(area) || !has_anchor(area)) continue;
    const Pixel at = scale_.centre(areas_.anchors[area]);
    sheet.disc(at, radius, kBorder);
    sheet.disc(at, radius / 2, kPaper);
    const Pixel middle{at.x, at.y + radius + height};
    // A rim, so that names can be read on dark ground.
    for (const Pixel shift : {Pixel{-1, -1}, Pixel{1, -1}, Pixel{-1, 1}, Pixel{1, 1}})
      sheet.text({middle.x + shift.x, middle.y + shift.y}, height, graph_.names[area], kPaper);
    sheet.text(middle, height, graph_.names[area], kBorder);
  }
}

}  // namespace portolan::tools
