// SPDX-License-Identifier: BSL-1.0
// The machines that portolan runs on: files are read in place, and mapped. Refuses to compile for others. WebAssembly
// has 32 bits, and opens worlds from memory alone, which bounds what it is given.
#pragma once

#if !defined(__unix__) && !defined(__APPLE__) && !defined(_WIN32)
#error "portolan needs a POSIX system, or Windows"
#elif __SIZEOF_POINTER__ != 8 && !defined(__EMSCRIPTEN__)
#error "portolan needs a machine of 64 bits"
#elif __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "portolan needs a little-endian machine"
#elif __cplusplus < 202002L
#error "portolan needs C++20"
#endif
