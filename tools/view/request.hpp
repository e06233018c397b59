// SPDX-License-Identifier: BSL-1.0
// What the page asks and what it is told, whoever carries it.
#pragma once

#include "portolan/core/geometry.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace portolan::tools {

using GivenParameters = std::multimap<std::string, std::string>;

/// How a request is made. Changes are asked for by `post` alone, so that no link or picture on another page can make
/// any.
enum class Method { get, post };

struct ViewRequest {
  Method method = Method::get;
  std::string path;  ///< with its leading slash
  GivenParameters parameters;
  std::string body = {};  ///< of paths that take one
};

struct ViewReply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
};

/// The reply {"error": message}.
[[nodiscard]] ViewReply error_reply(int status, std::string_view message);

/// What a page is about: a map or a board. Answers from any number of threads at once.
class ViewSource {
 public:
  ViewSource() = default;
  ViewSource(const ViewSource&) = delete;
  ViewSource& operator=(const ViewSource&) = delete;
  virtual ~ViewSource() = default;

  /// Answers a request: 404 for a path that it does not know, 405 for the wrong method, 400 for parameters that will
  /// not do.
  virtual ViewReply answer(const ViewRequest& request) = 0;
  /// Whether what is posted to a path has a body, of JSON; no other body is read.
  [[nodiscard]] virtual bool takes_body(std::string_view /*path*/) const { return false; }
};

/// Reads the parameters of a request. The first fault is kept; what is read after it is of no account. A parameter that
/// is given twice, missing or never asked for is a fault.
class ParameterReader {
 public:
  explicit ParameterReader(const GivenParameters& given) : given_(given) {}

  /// Reads 1 to 255 bytes.
  std::string text(const std::string& name);
  /// Reads a whole number from `low` to `high`.
  std::int32_t number(const std::string& name, std::int32_t low, std::int32_t high);
  /// Reads a number from `low` to `high`, with or without decimals.
  double decimal(const std::string& name, double low, double high);
  /// Reads "x0,y0,x1,y1", half open: not empty, inside `bounds`, at most `side` tiles wide and high.
  Rect area(const std::string& name, const Rect& bounds, std::int32_t side);
  /// Adds a fault that the caller has found.
  void refuse(std::string message);

  /// The first fault; empty if all is well. To be asked when all parameters have been read.
  [[nodiscard]] const std::string& fault();

 private:
  const GivenParameters& given_;
  std::set<std::string> read_;
  std::string fault_;
};

}  // namespace portolan::tools
