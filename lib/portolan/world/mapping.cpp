// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/mapping.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {

namespace {

Error failure(const std::filesystem::path& path, const char* what) {
  return Error{ErrorCode::io, path.string() + ": " + what + ": " + std::strerror(errno)};
}

/// A regular file, open for reading.
class InputFile {
 public:
  static Result<InputFile> open(const std::filesystem::path& path) {
    InputFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.handle_ < 0) return failure(path, "cannot open");
    struct stat info {};
    if (::fstat(file.handle_, &info) != 0) return failure(path, "cannot read");
    if (!S_ISREG(info.st_mode)) return Error{ErrorCode::io, path.string() + ": not a regular file"};
    file.size_ = static_cast<std::size_t>(info.st_size);
    return file;
  }
  InputFile(InputFile&& other) noexcept : handle_(std::exchange(other.handle_, -1)), size_(other.size_) {}
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile() {
    if (handle_ >= 0) ::close(handle_);
  }
  [[nodiscard]] int handle() const noexcept { return handle_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  explicit InputFile(int handle) noexcept : handle_(handle) {}
  int handle_;
  std::size_t size_ = 0;
};

}  // namespace

Result<Mapping> Mapping::open(const std::filesystem::path& path) {
  const auto file = InputFile::open(path);
  if (!file) return file.error();
  if (file->size() == 0) return Mapping(nullptr, 0);
  void* const data = ::mmap(nullptr, file->size(), PROT_READ, MAP_SHARED, file->handle(), 0);
  if (data == MAP_FAILED) return failure(path, "cannot map");
  return Mapping(static_cast<const std::byte*>(data), file->size());
}

Result<Mapping> Mapping::copy(const std::filesystem::path& path, std::uint64_t most) {
  const auto file = InputFile::open(path);
  if (!file) return file.error();
  if (file->size() > most)
    return Error{ErrorCode::limit, path.string() + ": longer than " + std::to_string(most) + " bytes"};
  if (file->size() == 0) return Mapping(nullptr, 0);
  void* const pages = ::mmap(nullptr, file->size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return failure(path, "cannot read");
  auto* const data = static_cast<std::byte*>(pages);
  Mapping copied(data, file->size());
  for (std::size_t done = 0; done < file->size();) {
    const ssize_t got = ::read(file->handle(), data + done, file->size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(path, "cannot read");
    if (got == 0) return Error{ErrorCode::io, path.string() + ": became shorter while it was read"};
    done += static_cast<std::size_t>(got);
  }
  return copied;
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
