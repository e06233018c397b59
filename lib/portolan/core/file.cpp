// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {
namespace {

bool write_all(int file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks) {
  const auto failure = [&](const char* what) {
    return Error{ErrorCode::io, path.string() + ": " + what + ": " + std::strerror(errno)};
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return Error{ErrorCode::io, path.string() + ": is a directory"};
  std::string temporary = path.string() + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return failure("cannot write");
  // mkstemp makes the file private; a written file gets the usual permissions instead.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  bool good = ::fchmod(file, 0666 & ~mask) == 0;
  for (const auto chunk : chunks) good = good && write_all(file, chunk);
  good = good && ::fsync(file) == 0;
  if (!good) {
    const Error error = failure("cannot write");
    ::close(file);
    ::unlink(temporary.c_str());
    return error;
  }
  ::close(file);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const Error error = failure("cannot write");
    ::unlink(temporary.c_str());
    return error;
  }
  return Success{};
}

}  // namespace portolan
