// SPDX-License-Identifier: BSL-1.0
// What the functions of the C interface share: no exception passes them, and what they write fits the caller's memory.
#pragma once

#include "portolan/capi/portolan.h"
#include "portolan/core/answer.hpp"
#include "portolan/core/result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace portolan::capi {

/// The code that call() returns, or that of what it throws.
template <class Call>
portolan_error guarded(Call&& call) noexcept {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return PORTOLAN_ERROR_MEMORY;
  } catch (const std::length_error&) {
    return PORTOLAN_ERROR_LIMIT;
  } catch (const std::system_error&) {
    return PORTOLAN_ERROR_SYSTEM;
  } catch (...) {
    return PORTOLAN_ERROR_INTERNAL;
  }
}

/// The first code that is not OK.
inline portolan_error first_error(std::initializer_list<portolan_error> errors) noexcept {
  const auto* const at = std::find_if(errors.begin(), errors.end(), [](portolan_error e) { return e != PORTOLAN_OK; });
  return at == errors.end() ? PORTOLAN_OK : *at;
}

[[nodiscard]] inline portolan_error check_pointer(const void* pointer) noexcept {
  return pointer == nullptr ? PORTOLAN_ERROR_NULL : PORTOLAN_OK;
}

/// Only an empty buffer may be nowhere.
[[nodiscard]] inline portolan_error check_buffer(const void* buffer, std::size_t capacity) noexcept {
  return capacity == 0 ? PORTOLAN_OK : check_pointer(buffer);
}

/// Whether a struct that may grow is there, as this library knows it.
template <class Struct>
portolan_error check_struct(const Struct* data) noexcept {
  if (data == nullptr) return PORTOLAN_ERROR_NULL;
  return data->struct_size == sizeof(Struct) ? PORTOLAN_OK : PORTOLAN_ERROR_STRUCT_SIZE;
}

/// OK if this is a handle of its kind, as far as its mark can tell.
template <class Handle>
portolan_error check_handle(const Handle* handle) noexcept {
  if (handle == nullptr) return PORTOLAN_ERROR_NULL;
  std::uint64_t mark = 0;
  std::memcpy(&mark, static_cast<const void*>(handle), sizeof(mark));
  return mark == Handle::kMark ? PORTOLAN_OK : PORTOLAN_ERROR_HANDLE;
}

/// Destroys what *handle points to, if anything, and forgets it.
template <class Handle>
portolan_error give_back(Handle** handle) noexcept {
  if (handle == nullptr) return PORTOLAN_ERROR_NULL;
  if (*handle == nullptr) return PORTOLAN_OK;
  if (const portolan_error error = check_handle(*handle); error != PORTOLAN_OK) return error;
  delete *handle;
  *handle = nullptr;
  return PORTOLAN_OK;
}

/// Writes an array of `size` elements by the rule of portolan.h; element(i) gives one.
template <class Element, class At>
portolan_error write_array(std::size_t size, At&& element, Element* out, std::size_t capacity,
                           std::size_t* count) noexcept {
  if (capacity != 0 && out == nullptr) return PORTOLAN_ERROR_NULL;
  if (count != nullptr) *count = size;
  if (capacity == 0) return PORTOLAN_OK;
  if (capacity < size) return PORTOLAN_ERROR_BUFFER;
  for (std::size_t i = 0; i < size; ++i) out[i] = element(i);
  return PORTOLAN_OK;
}

/// Writes bytes by the same rule.
inline portolan_error write_bytes(std::span<const std::byte> bytes, std::uint8_t* out, std::size_t capacity,
                                  std::size_t* count) noexcept {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  return write_array(bytes.size(), at, out, capacity, count);
}

/// Writes a text by the same rule, and the zero byte after it.
inline portolan_error write_text(std::string_view text, char* out, std::size_t capacity, std::size_t* count) noexcept {
  if (capacity != 0 && out == nullptr) return PORTOLAN_ERROR_NULL;
  if (count != nullptr) *count = text.size();
  if (capacity == 0) return PORTOLAN_OK;
  if (capacity <= text.size()) return PORTOLAN_ERROR_BUFFER;
  *std::copy(text.begin(), text.end(), out) = '\0';
  return PORTOLAN_OK;
}

/// Writes as much of a message as fits, without cutting through a character of UTF-8.
inline void write_message(std::string_view text, char* out, std::size_t capacity) noexcept {
  if (capacity == 0) return;
  std::size_t size = std::min(text.size(), capacity - 1);
  while (size != 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  *std::copy_n(text.begin(), size, out) = '\0';
}

/// OK if a caller's buffer for a message is there, which is empty then, so that it is one whatever goes wrong.
inline portolan_error begin_message(char* message, std::size_t size) noexcept {
  if (const auto error = check_buffer(message, size)) return error;
  write_message({}, message, size);
  return PORTOLAN_OK;
}

[[nodiscard]] portolan_error code_of(ErrorCode code) noexcept;
/// The same where bytes of a path, a service or a crowd are read: they may be of another world, and are right there.
[[nodiscard]] inline portolan_error code_of_state(ErrorCode code) noexcept {
  return code == ErrorCode::usage ? portolan_error{PORTOLAN_ERROR_OTHER_WORLD} : code_of(code);
}

/// As queries want their budget.
[[nodiscard]] inline std::uint64_t to_budget(std::uint64_t max_expansions) noexcept {
  return max_expansions == 0 ? ~std::uint64_t{0} : max_expansions;
}

/// A number or a count as memory has it: on machines of 32 bits the most that there can be stands for more, which is
/// as far out of every range.
[[nodiscard]] inline std::size_t to_size(std::uint64_t count) noexcept {
  return static_cast<std::size_t>(std::min<std::uint64_t>(count, ~std::size_t{0}));
}

/// A request that the library refuses is an error of C.
[[nodiscard]] inline portolan_error error_of(const Answer& answer) noexcept {
  if (answer.status != Status::bad_request) return PORTOLAN_OK;
  return answer.why == Why::wrong_size ? PORTOLAN_ERROR_SIZES : PORTOLAN_ERROR_RANGE;
}

/// What all results have in common; the rest is left as it is.
template <class Result>
void write_answer(const Answer& answer, Result& result) noexcept {
  result.status = static_cast<portolan_status>(answer.status);
  result.why = static_cast<portolan_why>(answer.why);
  result.optimal = static_cast<std::uint8_t>(answer.optimal() ? 1 : 0);
  result.cost = answer.cost;
  result.lower_bound = answer.lower_bound;
  result.expansions = answer.work;
}

}  // namespace portolan::capi
