// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {
namespace {

class FileHandle {
 public:
  FileHandle(const std::filesystem::path& path, int flags) : handle_(::open(path.c_str(), flags)) {}
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  ~FileHandle() {
    if (handle_ >= 0) ::close(handle_);
  }
  [[nodiscard]] int handle() const noexcept { return handle_; }
  /// Leaves the file to the caller.
  int release() noexcept { return std::exchange(handle_, -1); }

 private:
  int handle_;
};

Error cannot_read(const std::filesystem::path& path) {
  return {ErrorCode::io, fmt::format("{}: cannot read: {}", path.string(), std::generic_category().message(errno))};
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, FileOrigin origin) {
  const bool is_given = origin == FileOrigin::given;
  const std::size_t most = is_given ? kMaxFileBytes : kMaxReferredBytes;
  const auto failure = [&] { return cannot_read(path); };
  const auto too_long = [&] {
    const char* const whose = is_given ? "" : ", the most of a file that another refers to or lies beside";
    return Error{ErrorCode::limit, fmt::format("{}: longer than {} bytes{}", path.string(), most, whose)};
  };
  // Opening a pipe waits for its writer.
  const FileHandle file(path, O_RDONLY | O_CLOEXEC | (is_given ? 0 : O_NONBLOCK));
  if (file.handle() < 0) return failure();
  struct stat info {};
  if (::fstat(file.handle(), &info) != 0) return failure();
  if (!S_ISREG(info.st_mode) && !(is_given && S_ISFIFO(info.st_mode))) {
    const char* const kind = S_ISDIR(info.st_mode) ? "is a folder"
                             : is_given            ? "is neither a regular file nor a pipe"
                                                   : "is not a regular file";
    return Error{ErrorCode::io, fmt::format("{}: {}", path.string(), kind)};
  }
  if (S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) > most) return too_long();
  std::string bytes;
  // In one piece, rather than in pieces that double and are copied.
  if (S_ISREG(info.st_mode)) bytes.reserve(static_cast<std::size_t>(info.st_size) + 1);
  std::array<char, 1 << 16> chunk{};
  while (true) {
    const ssize_t got = ::read(file.handle(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure();
    if (got == 0) return bytes;
    bytes.append(chunk.data(), static_cast<std::size_t>(got));
    if (bytes.size() > most) return too_long();
  }
}

PieceFile::PieceFile(std::filesystem::path path, int file, std::uint64_t size) noexcept
    : path_(std::move(path)), file_(file), size_(size) {}

PieceFile::PieceFile(PieceFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), size_(other.size_) {}

PieceFile::~PieceFile() {
  if (file_ >= 0) ::close(file_);
}

Result<PieceFile> PieceFile::open(const std::filesystem::path& path) {
  FileHandle file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file.handle() < 0) return cannot_read(path);
  struct stat info {};
  if (::fstat(file.handle(), &info) != 0) return cannot_read(path);
  if (!S_ISREG(info.st_mode)) {
    const char* const kind = S_ISDIR(info.st_mode) ? "is a folder" : "is not a regular file";
    return Error{ErrorCode::io, fmt::format("{}: {}", path.string(), kind)};
  }
  return PieceFile(path, file.release(), static_cast<std::uint64_t>(info.st_size));
}

Outcome PieceFile::read(std::uint64_t offset, std::span<std::byte> piece) const {
  while (!piece.empty()) {
    const ssize_t got = ::pread(file_, piece.data(), piece.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read(path_);
    if (got == 0) return Error{ErrorCode::io, fmt::format("{}: ends at byte {} by now", path_.string(), offset)};
    offset += static_cast<std::uint64_t>(got);
    piece = piece.subspan(static_cast<std::size_t>(got));
  }
  return Success{};
}

}  // namespace portolan
