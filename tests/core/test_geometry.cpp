// SPDX-License-Identifier: BSL-1.0
// Rectangles of tiles.
#include "portolan/core/geometry.hpp"
#include "support/printing.hpp"

using namespace portolan;

TEST_CASE("a rectangle is half open") {
  const Rect rect{{2, 3}, {5, 4}};
  CHECK(rect.width() == 3);
  CHECK(rect.height() == 1);
  CHECK(rect.contains({2, 3}));
  CHECK(rect.contains({4, 3}));
  CHECK_FALSE(rect.contains({5, 3}));
  CHECK_FALSE(rect.contains({4, 4}));
  CHECK_FALSE(rect.contains({1, 3}));
  CHECK_FALSE(rect.contains({2, 2}));
}

TEST_CASE("an intersection holds the tiles common to both") {
  const Rect a{{0, 0}, {10, 10}};
  const Rect b{{4, -3}, {20, 7}};
  CHECK(intersection(a, b) == Rect{{4, 0}, {10, 7}});
  CHECK(intersection(b, a) == intersection(a, b));
  CHECK(intersection(a, a) == a);
}

TEST_CASE("a hull holds both rectangles, and an empty one adds nothing") {
  const Rect a{{2, 3}, {5, 4}};
  const Rect b{{-1, 8}, {0, 9}};
  CHECK(hull(a, b) == Rect{{-1, 3}, {5, 9}});
  CHECK(hull(b, a) == hull(a, b));
  CHECK(hull(a, Rect{}) == a);
  CHECK(hull(Rect{{9, 9}, {9, 20}}, a) == a);
}

TEST_CASE("the intersection of disjoint rectangles has no tiles") {
  const Rect apart = intersection(Rect{{0, 0}, {2, 2}}, Rect{{5, 0}, {7, 2}});
  CHECK(apart.width() <= 0);
  CHECK_FALSE(apart.contains({0, 0}));
  CHECK_FALSE(apart.contains({5, 0}));
  const Rect touching = intersection(Rect{{0, 0}, {2, 2}}, Rect{{2, 0}, {4, 2}});
  CHECK(touching.width() == 0);
}
