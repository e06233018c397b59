// SPDX-License-Identifier: BSL-1.0
// Unpacking data piece by piece, so that the receiver can stop what grows too long.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <functional>
#include <string_view>

namespace portolan {

/// How bytes are packed.
enum class Packing { none, zlib, gzip, zstd };

/// Gives what comes out of packed bytes (RFC 1950, 1952, 8878) to `take`, in order, in pieces of at most 64 KiB (in one
/// piece if they are not packed), until `take` fails. Memory: the window, 32 KiB, and for zstd at most 128 MiB and at
/// most half of `memory`. Bytes after the end of the data are passed over. Errors: syntax (damaged, cut off, or packed
/// with a larger window), which hold the reason alone, and those of `take`.
Outcome unpack(std::string_view bytes, Packing packing, const std::function<Outcome(std::string_view)>& take,
               std::uint64_t memory = kAnyMemory);

}  // namespace portolan
