// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/system.hpp"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan::os {
namespace {

constexpr mode_t kNewFile = 0666;  // the kernel applies the umask

std::error_code of(int error) noexcept {
  return {error, std::generic_category()};
}

/// Why the last call failed.
std::error_code reason() noexcept {
  return of(errno);
}

/// That the call has failed, or nothing.
std::error_code unless(bool worked) noexcept {
  return worked ? std::error_code() : reason();
}

/// What a call gives that is called again when a signal has interrupted it.
template <class Call>
auto uninterrupted(Call&& call) noexcept {
  auto got = call();
  while (got < 0 && errno == EINTR) got = call();
  return got;
}

int number_of(const File& file) noexcept {
  return static_cast<int>(file.handle());
}

File open(const std::filesystem::path& path, int flags, std::error_code& fault, mode_t mode = 0) noexcept {
  File file(uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); }));
  fault = unless(file.is_open());
  return file;
}

FileInfo info_of(const struct stat& info) noexcept {
  const FileKind kind = S_ISREG(info.st_mode)    ? FileKind::regular
                        : S_ISDIR(info.st_mode)  ? FileKind::folder
                        : S_ISFIFO(info.st_mode) ? FileKind::pipe
                                                 : FileKind::other;
  return {.kind = kind,
          .size = static_cast<std::uint64_t>(info.st_size),
          .modified = info.st_mtime,
          .is_own = info.st_uid == ::geteuid()};
}

std::size_t count_of(ssize_t got, std::error_code& fault) noexcept {
  fault = unless(got >= 0);
  return got < 0 ? 0 : static_cast<std::size_t>(got);
}

void* pages_of(void* mapped, std::error_code& fault) noexcept {
  fault = unless(mapped != MAP_FAILED);
  return mapped == MAP_FAILED ? nullptr : mapped;
}

/// Its name in /proc, by which a file can be opened and linked although it has no other.
std::string name_in_proc(const File& file) {
  return "/proc/self/fd/" + std::to_string(number_of(file));
}

/// Makes a file that has no name, or loses it at once.
File open_scratch(const std::filesystem::path& folder, std::error_code& fault) {
#ifdef O_TMPFILE
  File nameless = open(folder, O_TMPFILE | O_RDWR, fault, 0600);
  if (nameless.is_open()) return nameless;
#endif
  std::string name = (folder / ".portolan-XXXXXX").string();
  File file(::mkostemp(name.data(), O_CLOEXEC));
  fault = unless(file.is_open());
  if (file.is_open()) ::unlink(name.c_str());
  return file;
}

/// Takes room on the disk for a file.
std::error_code reserve(const File& file, std::size_t bytes) noexcept {
#ifdef __APPLE__
  fstore_t room{};
  room.fst_flags = F_ALLOCATEALL;
  room.fst_posmode = F_PEOFPOSMODE;
  room.fst_length = static_cast<off_t>(bytes);
  if (::fcntl(number_of(file), F_PREALLOCATE, &room) < 0) return reason();
  return unless(::ftruncate(number_of(file), static_cast<off_t>(bytes)) == 0);
#else
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(number_of(file), 0, static_cast<off_t>(bytes));
  return of(error);
#endif
}

}  // namespace

std::error_code File::close() noexcept {
  if (!is_open()) return {};
  // It is closed, interrupted or not.
  return unless(::close(static_cast<int>(std::exchange(handle_, kNone))) == 0 || errno == EINTR);
}

FileInfo info_of(const File& file, std::error_code& fault) noexcept {
  struct stat info {};
  fault = unless(::fstat(number_of(file), &info) == 0);
  return fault ? FileInfo{} : info_of(info);
}

FileInfo info_of(const std::filesystem::path& path, std::error_code& fault) noexcept {
  struct stat info {};
  fault = unless(::lstat(path.c_str(), &info) == 0);
  return fault ? FileInfo{} : info_of(info);
}

File open_input(const std::filesystem::path& path, Opening opening, std::error_code& fault) noexcept {
  return open(path, O_RDONLY | (opening == Opening::waits ? 0 : O_NONBLOCK), fault);
}

File create_new(const std::filesystem::path& path, std::error_code& fault) noexcept {
  return open(path, O_WRONLY | O_CREAT | O_EXCL, fault, kNewFile);
}

File create_nameless([[maybe_unused]] const std::filesystem::path& folder) {
#ifdef O_TMPFILE
  std::error_code ignored;
  File file = open(folder, O_TMPFILE | O_WRONLY, ignored, kNewFile);
  // Without /proc it would never get a name.
  if (file.is_open() && ::access(name_in_proc(file).c_str(), F_OK) == 0) return file;
#endif
  return {};
}

std::filesystem::path path_of_nameless(const File& file) {
  return name_in_proc(file);
}

std::error_code name_nameless(const File& file, const std::filesystem::path& name) {
  return unless(::linkat(AT_FDCWD, name_in_proc(file).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0);
}

std::size_t read(const File& file, std::span<std::byte> bytes, std::error_code& fault) noexcept {
  return count_of(uninterrupted([&] { return ::read(number_of(file), bytes.data(), bytes.size()); }), fault);
}

std::size_t read_at(const File& file, std::uint64_t offset, std::span<std::byte> bytes,
                    std::error_code& fault) noexcept {
  const auto from = static_cast<off_t>(offset);
  return count_of(uninterrupted([&] { return ::pread(number_of(file), bytes.data(), bytes.size(), from); }), fault);
}

std::error_code write(const File& file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(number_of(file), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return reason();
    }
  }
  return {};
}

std::error_code sync(const File& file) noexcept {
  return unless(uninterrupted([&] { return ::fsync(number_of(file)); }) == 0);
}

std::error_code for_each_name(const std::filesystem::path& folder,
                              const std::function<void(const std::filesystem::path&)>& visit) {
  struct Close {
    void operator()(DIR* open) const noexcept { ::closedir(open); }
  };
  const std::unique_ptr<DIR, Close> names(::opendir(folder.c_str()));
  if (names == nullptr) return reason();
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(names.get());
    if (entry == nullptr) return of(errno);
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") visit(name);
  }
}

File open_folder(const std::filesystem::path& folder, std::error_code& fault) noexcept {
  File file = open(folder, O_RDONLY | O_DIRECTORY, fault);
  if (fault == std::errc::permission_denied) fault.clear();
  return file;
}

std::error_code sync_folder(const File& folder) noexcept {
  const std::error_code fault = sync(folder);
  // So say file systems that cannot.
  return fault == std::errc::invalid_argument ? std::error_code() : fault;
}

std::error_code replace(const std::filesystem::path& from, const std::filesystem::path& to) noexcept {
  return unless(::rename(from.c_str(), to.c_str()) == 0);
}

void* map_input(const File& file, std::size_t size, std::error_code& fault) noexcept {
  return pages_of(::mmap(nullptr, size, PROT_READ, MAP_SHARED, number_of(file), 0), fault);
}

void* map_zeroed(std::size_t size, std::error_code& fault) noexcept {
  void* const pages =
      pages_of(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), fault);
#ifdef MADV_HUGEPAGE
  if (pages != nullptr) ::madvise(pages, size, MADV_HUGEPAGE);
#endif
  return pages;
}

void set_read_ahead(const void* pages, std::size_t size, ReadAhead ahead) noexcept {
  // A hint: nothing is lost where it is not taken.
  ::posix_madvise(const_cast<void*>(pages), size, ahead == ReadAhead::on ? POSIX_MADV_NORMAL : POSIX_MADV_RANDOM);
}

void unmap(const void* pages, std::size_t size) noexcept {
  ::munmap(const_cast<void*>(pages), size);
}

std::shared_ptr<void> map_scratch(const std::filesystem::path& folder, std::size_t bytes, std::error_code& fault) {
  const File file = open_scratch(folder, fault);
  if (!fault) fault = reserve(file, bytes);
  if (fault) return nullptr;
  void* const pages = pages_of(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, number_of(file), 0), fault);
  if (fault) return nullptr;
  return {pages, [bytes](void* mapped) { unmap(mapped, bytes); }};
}

}  // namespace portolan::os
