// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/core/status.hpp"
#include "portolan/core/version.hpp"

#include <array>

namespace {

constexpr std::array<const char*, 18> kErrorTexts = {
    "no error",
    "a pointer that must not be NULL is",
    "a handle of another kind",
    "a struct_size that this library does not know",
    "a value that does not exist or fit",
    "no such profile, terrain, tile, rectangle or node in this world",
    "the buffer is too small",
    "nothing has that name, or there is no such thing here",
    "the world has no map, no board, or no areas",
    "the overlay is of another world",
    "the file cannot be opened or read",
    "a world file of a version or kind that this library does not handle",
    "no world file, or one that is cut short or contradicts itself",
    "larger than a documented limit",
    "not enough memory",
    "the system refuses what a call needs",
    "a fault of the library",
    "arrays or counts that do not fit each other",
};
static_assert(kErrorTexts.size() == PORTOLAN_ERROR_SIZES + 1);

/// Texts of an enum are literals, so a zero byte follows them.
template <class Enum>
const char* text_of(std::uint8_t value, Enum last) noexcept {
  return value <= static_cast<std::uint8_t>(last) ? to_string(static_cast<Enum>(value)).data() : "unknown";
}

}  // namespace

const char* portolan_error_text(portolan_error code) {
  return code >= 0 && code <= PORTOLAN_ERROR_SIZES ? kErrorTexts[static_cast<std::size_t>(code)] : "unknown";
}

const char* portolan_status_text(portolan_status status) {
  return text_of(status, portolan::Status::busy);
}

const char* portolan_why_text(portolan_why why) {
  return text_of(why, portolan::Why::out_of_range);
}

const char* portolan_tier_text(portolan_tier tier) {
  return text_of(tier, portolan::Tier::jump);
}

const char* portolan_version(void) {
  return portolan::kVersion.data();
}
