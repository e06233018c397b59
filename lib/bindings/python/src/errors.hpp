// SPDX-License-Identifier: BSL-1.0
// Errors of the library as exceptions of Python: a class for each ErrorCode, all of them portolan.Error.
#pragma once

#include "portolan/core/result.hpp"

#include <exception>
#include <string>
#include <utility>

#include <pybind11/pybind11.h>

namespace portolan::python {

/// Becomes the exception of its code when it reaches Python. May be thrown without the interpreter's lock.
class Failure : public std::exception {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  [[nodiscard]] const char* what() const noexcept override { return error_.message.c_str(); }
  [[nodiscard]] ErrorCode code() const noexcept { return error_.code; }

 private:
  Error error_;
};

/// The caller's mistake.
[[noreturn]] inline void refuse(std::string message) {
  throw Failure({ErrorCode::usage, std::move(message)});
}

/// The value, or the error thrown.
template <class T>
T take(Result<T> result) {
  if (!result) throw Failure(result.error());
  return std::move(*result);
}
inline void check(const Outcome& outcome) {
  if (!outcome) throw Failure(outcome.error());
}

/// Adds the classes, and what makes them of every Failure.
void add_errors(pybind11::module_& module);

}  // namespace portolan::python
