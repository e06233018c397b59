// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/shared_array.hpp"

#include "portolan/core/zeroed_array.hpp"

#include <cerrno>
#include <cstdlib>
#include <new>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace portolan {
namespace {

[[noreturn]] void fail(const std::filesystem::path& folder, int error) {
  throw std::system_error(error, std::generic_category(), folder.string() + ": cannot keep large arrays there");
}

/// Opens a file that has no name, or loses it at once.
int open_nameless(const std::filesystem::path& folder) {
#ifdef O_TMPFILE
  const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0) return nameless;
#endif
  std::string name = (folder / ".portolan-XXXXXX").string();
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

}  // namespace

std::shared_ptr<void> Scratch::allocate(std::size_t bytes) const {
  if (!in_files()) return {allocate_zeroed(bytes, 1), std::free};
  const int file = open_nameless(folder_);
  if (file < 0) fail(folder_, errno);
  // Room is taken now, as a page that cannot be written later would end the process.
  const int refused = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  void* const pages = refused == 0 ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  const int error = refused != 0 ? refused : errno;
  ::close(file);
  if (pages == MAP_FAILED) fail(folder_, error);
  return {pages, [bytes](void* mapped) { ::munmap(mapped, bytes); }};
}

}  // namespace portolan
