// SPDX-License-Identifier: BSL-1.0
// What clients may take of the server that sends them the page.
#pragma once

#include <chrono>
#include <cstddef>

namespace portolan::tools {

/// The most connections at a time.
inline constexpr std::size_t kMaxConnections = 32;
/// The longest time from being connected to the end of a request's head.
inline constexpr std::chrono::seconds kRequestTime{5};
/// The most bytes of a request's head.
inline constexpr std::size_t kRequestBytes = 64 * 1024;
/// The most bytes of a body, where one is read; it has kRequestTime from the end of the head on.
inline constexpr std::size_t kBodyBytes = std::size_t{4} << 20;
/// The longest time from the first byte of an answer until the last is taken.
inline constexpr std::chrono::seconds kReplyTime{30};

}  // namespace portolan::tools
