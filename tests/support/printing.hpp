// SPDX-License-Identifier: BSL-1.0
// Lets Catch2 print the library's small types in failed assertions.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/status.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace Catch {

template <>
struct StringMaker<portolan::Tile> {
  static std::string convert(portolan::Tile t) { return std::to_string(t.x) + "," + std::to_string(t.y); }
};

template <>
struct StringMaker<portolan::Rect> {
  static std::string convert(const portolan::Rect& r) {
    return "[" + StringMaker<portolan::Tile>::convert(r.min) + " to " + StringMaker<portolan::Tile>::convert(r.max) +
           ")";
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
