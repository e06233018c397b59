// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/file.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {
namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path) : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (handle_ >= 0) ::close(handle_);
  }
  [[nodiscard]] int handle() const noexcept { return handle_; }

 private:
  int handle_;
};

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  const auto failure = [&] {
    return Error{ErrorCode::io,
                 fmt::format("{}: cannot read: {}", path.string(), std::generic_category().message(errno))};
  };
  const OpenFile file(path);
  if (file.handle() < 0) return failure();
  struct stat info {};
  if (::fstat(file.handle(), &info) != 0) return failure();
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) {
    const char* const kind = S_ISDIR(info.st_mode) ? "is a folder" : "is neither a regular file nor a pipe";
    return Error{ErrorCode::io, fmt::format("{}: {}", path.string(), kind)};
  }
  std::string bytes;
  std::array<char, 1 << 16> chunk{};
  while (true) {
    const ssize_t got = ::read(file.handle(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure();
    if (got == 0) return bytes;
    bytes.append(chunk.data(), static_cast<std::size_t>(got));
    if (bytes.size() > kMaxFileBytes) {
      return Error{ErrorCode::limit, fmt::format("{}: longer than {} bytes", path.string(), kMaxFileBytes)};
    }
  }
}

}  // namespace portolan
