// SPDX-License-Identifier: BSL-1.0
// Errors of the cold paths (files, options, builds). Searches never make one: they answer with a Status.
#pragma once

#include "portolan/core/platform.hpp"

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace portolan {

/// The kind of an error, by which a program can choose what to do.
enum class ErrorCode {
  io,           ///< the file cannot be opened, read or written
  syntax,       ///< the content does not follow its format
  limit,        ///< larger than a documented limit
  unsupported,  ///< well formed, but of a kind or version this library does not handle
  corrupt,      ///< a world file that contradicts itself
  usage,        ///< options that do not fit together or with the input
};

/// What went wrong, in one line for a person: names the file, the place in it and the reason.
struct Error {
  ErrorCode code = ErrorCode::usage;
  std::string message;
};

/// A T or the Error that prevented it; the member names follow std::expected of C++23. value(), * and -> may be used
/// only if there is a value, error() only if there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  [[nodiscard]] T& value() & noexcept { return *get(); }
  [[nodiscard]] const T& value() const& noexcept { return *std::get_if<0>(&state_); }
  [[nodiscard]] T&& value() && noexcept { return std::move(*get()); }
  T& operator*() & noexcept { return *get(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(*get()); }
  T* operator->() noexcept { return get(); }
  const T* operator->() const noexcept { return std::get_if<0>(&state_); }

  [[nodiscard]] const Error& error() const& noexcept {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }

 private:
  T* get() noexcept {
    assert(has_value());
    return std::get_if<0>(&state_);
  }
  std::variant<T, Error> state_;
};

/// What a cold operation yields that has nothing to give back but success.
struct Success {};
/// The outcome of a cold operation that yields nothing but success.
using Outcome = Result<Success>;

}  // namespace portolan
