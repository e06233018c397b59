// SPDX-License-Identifier: BSL-1.0
// Lets Catch2 print the library's small types in failed assertions.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/status.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace portolan::test {

inline std::string text_of(Tile t) {
  return std::to_string(t.x) + "," + std::to_string(t.y);
}

}  // namespace portolan::test

namespace Catch {

template <>
struct StringMaker<portolan::Tile> {
  static std::string convert(portolan::Tile t) { return portolan::test::text_of(t); }
};

template <>
struct StringMaker<portolan::Rect> {
  static std::string convert(const portolan::Rect& r) {
    // One piece at a time: g++ 12 warns without cause (-Wrestrict) of a literal put before a string.
    std::string text = StringMaker<portolan::Tile>::convert(r.min);
    text += " to ";
    text += StringMaker<portolan::Tile>::convert(r.max);
    return text;
  }
};

template <>
struct StringMaker<portolan::Status> {
  static std::string convert(portolan::Status s) { return std::string(portolan::to_string(s)); }
};

template <>
struct StringMaker<portolan::Why> {
  static std::string convert(portolan::Why w) { return std::string(portolan::to_string(w)); }
};

template <>
struct StringMaker<portolan::Tier> {
  static std::string convert(portolan::Tier t) { return std::string(portolan::to_string(t)); }
};

}  // namespace Catch
