// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/mapping.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {

Result<Mapping> Mapping::open(const std::filesystem::path& path) {
  const auto failure = [&](const char* what) {
    return Error{ErrorCode::io, path.string() + ": " + what + ": " + std::strerror(errno)};
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return failure("cannot open");
  struct stat info {};
  if (::fstat(file, &info) != 0) {
    const Error error = failure("cannot read");
    ::close(file);
    return error;
  }
  if (!S_ISREG(info.st_mode)) {
    ::close(file);
    return Error{ErrorCode::io, path.string() + ": not a regular file"};
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) {
    ::close(file);
    return Mapping(nullptr, 0);
  }
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  const Error error = data == MAP_FAILED ? failure("cannot map") : Error{};
  ::close(file);
  if (data == MAP_FAILED) return error;
  return Mapping(static_cast<const std::byte*>(data), size);
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace portolan
