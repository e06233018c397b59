// SPDX-License-Identifier: BSL-1.0
// The excess of each set of Steiner points, by the inequalities of the proof in lib/portolan/query/DECISIONS.md, at
// many places between the points.
#include "portolan/query/steiner_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

double across_corner(double a, double b) {
  return std::hypot(a, b);
}
double across_cell(double a, double b) {
  return std::hypot(1.0, a - b);
}

/// A place on a side, shared out between the points beside it.
struct Shared {
  double low;
  double high;
  double to_high;
};

/// A unit cell whose sides have the points of a level.
class Sides {
 public:
  explicit Sides(const SteinerLevel& level) {
    std::vector<double> points{0};
    for (std::uint32_t i = 0; i < level.points; ++i) points.push_back(level.offset(i) / 256.0);
    points.push_back(1);
    for (std::size_t i = 1; i < points.size(); ++i) {
      for (int part = 0; part < kParts; ++part) {
        const double to_high = static_cast<double>(part) / kParts;
        places_.push_back(points[i - 1] + (points[i] - points[i - 1]) * to_high);
        shared_.push_back({points[i - 1], points[i], to_high});
      }
    }
    places_.push_back(1);
    shared_.push_back({points[points.size() - 2], 1, 1});
    for (std::size_t a = 0; a < size(); ++a) {
      at_corner_.push_back({});
      over_cell_.push_back({});
      for (std::size_t b = 0; b < size(); ++b) {
        at_corner_.back().push_back(gain(a, b, across_corner));
        over_cell_.back().push_back(gain(a, b, across_cell));
      }
      const auto from_middle = [](double at) { return std::hypot(0.5, at - 0.5); };
      const Shared& p = shared_[a];
      from_middle_.push_back(from_middle(p.low) * (1 - p.to_high) + from_middle(p.high) * p.to_high -
                             from_middle(places_[a]));
    }
  }

  /// Whether the proof goes through for an excess.
  [[nodiscard]] bool prove(double excess) const {
    // What a piece around a corner lays on the one before it, by how far from the corner that ends.
    std::vector<double> charge(size(), 0);
    double most = 0;
    double reach = 0;
    for (std::size_t a = 1; a < size(); ++a) {
      for (std::size_t b = 1; b < size(); ++b) {
        const double length = across_corner(places_[a], places_[b]);
        charge[a] = std::max(charge[a], places_[a] / length * -left(excess, length, at_corner_[a][b]));
      }
      if (charge[a] == 0) continue;
      most = std::max(most, charge[a]);
      reach = places_[a];
    }
    if (reach >= 0.5) return false;
    const auto charged = [&](double from_corner) { return from_corner <= reach ? most : 0; };
    const auto charged_at = [&](double at) { return charged(std::min(at, 1 - at)); };

    for (std::size_t a = 0; a < size(); ++a) {
      if (left(excess, std::hypot(0.5, places_[a] - 0.5), from_middle_[a]) < charged_at(places_[a])) return false;
      for (std::size_t b = 0; b < size(); ++b) {
        const double straight = left(excess, across_cell(places_[a], places_[b]), over_cell_[a][b]);
        if (straight < charged_at(places_[a]) + charged_at(places_[b])) return false;
        if (a == 0 || b == 0) continue;
        const double bent = left(excess, across_corner(places_[a], places_[b]), at_corner_[a][b]);
        const double others = charged(1 - places_[a]) + charged(1 - places_[b]);
        if (bent < 0 ? others > 0 : bent < others) return false;
      }
    }
    return slides(excess, charge, charged, charged_at, reach);
  }

 private:
  static constexpr int kParts = 8;

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  static double left(double excess, double length, double gain) { return excess * length - gain; }

  /// How much longer a piece becomes, on average, when its ends are shared out as well as can be.
  template <class Length>
  [[nodiscard]] double gain(std::size_t a, std::size_t b, Length length) const {
    const Shared& p = shared_[a];
    const Shared& q = shared_[b];
    const auto mean = [&](double both_high) {
      return both_high * length(p.high, q.high) + (p.to_high - both_high) * length(p.high, q.low) +
             (q.to_high - both_high) * length(p.low, q.high) +
             (1 - p.to_high - q.to_high + both_high) * length(p.low, q.low);
    };
    const double best = std::min(mean(std::max(0.0, p.to_high + q.to_high - 1)), mean(std::min(p.to_high, q.to_high)));
    return std::max(0.0, best - length(places_[a], places_[b]));
  }

  /// Whether it holds for a path that comes around a corner, slides along the side from places_[i] to places_[k], and
  /// goes on around the other corner or across the cell.
  template <class Charged, class ChargedAt>
  [[nodiscard]] bool slides(double excess, const std::vector<double>& charge, Charged charged, ChargedAt charged_at,
                            double reach) const {
    for (std::size_t i = 1; places_[i] <= reach; ++i) {
      for (std::size_t k = i; k + 1 < size(); ++k) {
        if (places_[k] <= reach) continue;
        const double slid = excess * (places_[k] - places_[i]);
        const std::size_t other = size() - 1 - k;  // as far from the other corner
        for (std::size_t j = 0; j < size(); ++j) {
          const double straight = left(excess, across_cell(places_[k], places_[j]), over_cell_[k][j]);
          if (slid + straight - charged_at(places_[j]) < charge[i]) return false;
          if (j == 0) continue;
          const double bent = left(excess, across_corner(places_[other], places_[j]), at_corner_[other][j]);
          if (bent < 0 ? slid < charge[i] + charge[other] : slid + bent - charged(1 - places_[j]) < charge[i])
            return false;
        }
      }
    }
    return true;
  }

  std::vector<double> places_;
  std::vector<Shared> shared_;
  std::vector<std::vector<double>> at_corner_;
  std::vector<std::vector<double>> over_cell_;
  std::vector<double> from_middle_;
};

}  // namespace

TEST_CASE("the excess of every set of Steiner points is proven, and hardly more than can be") {
  for (const SteinerLevel& level : kSteinerLevels) {
    CAPTURE(level.points);
    const Sides sides(level);
    const double excess = level.excess_millionths * 1e-6;
    REQUIRE(sides.prove(excess));
    REQUIRE_FALSE(sides.prove(excess * 0.9));
  }
}

TEST_CASE("Steiner points ascend, mirror each other and lie on the lattice of points of half a tile") {
  for (const SteinerLevel& level : kSteinerLevels) {
    for (std::uint32_t i = 0; i < level.points; ++i) {
      REQUIRE(level.offset(i) % 2 == 0);
      REQUIRE(level.offset(i) + level.offset(level.points - 1 - i) == 256);
      REQUIRE(level.offset(i) > (i == 0 ? 0 : level.offset(i - 1)));
    }
  }
}

}  // namespace portolan
