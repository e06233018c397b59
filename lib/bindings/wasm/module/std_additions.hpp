// SPDX-License-Identifier: BSL-1.0
// What of C++20 the sources use and libc++ 15 lacks; included before every file.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>

namespace std {  // NOLINT(cert-dcl58-cpp): where the sources look for it

/// As far as it is used: joins when it ends. There are no threads: starting one throws a system_error.
class jthread : public thread {
 public:
  using thread::thread;
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&&) noexcept = default;
  ~jthread() {
    if (joinable()) join();
  }
};

template <class T>
requires(!is_array_v<T>) unique_ptr<T> make_unique_for_overwrite() {
  return unique_ptr<T>(new T);
}

template <class T>
requires(is_unbounded_array_v<T>) unique_ptr<T> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}

/// The number at the start of a text, to the nearest double; names of what is no number are refused.
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format format = chars_format::general) {
  const auto skip_digits = [last](const char* at) {
    while (at != last && *at >= '0' && *at <= '9') ++at;
    return at;
  };
  const char* const whole = first != last && *first == '-' ? first + 1 : first;
  const char* end = skip_digits(whole);
  ptrdiff_t digits = end - whole;
  if (end != last && *end == '.') {
    const char* const part = end + 1;
    end = skip_digits(part);
    digits += end - part;
  }
  if (digits == 0) return {first, errc::invalid_argument};
  if (format != chars_format::fixed && end != last && (*end == 'e' || *end == 'E')) {
    const char* const sign = end + 1;
    const char* const power = sign != last && (*sign == '-' || *sign == '+') ? sign + 1 : sign;
    if (const char* const after = skip_digits(power); after != power) end = after;
  }
  const double number = strtod(string(first, end).c_str(), nullptr);
  if (number - number != 0) return {end, errc::result_out_of_range};
  value = number;
  return {end, errc{}};
}

}  // namespace std
