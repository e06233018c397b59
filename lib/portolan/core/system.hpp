// SPDX-License-Identifier: BSL-1.0
// What the libraries ask of the operating system beyond the standard library: files by handle, and pages. The calls are
// those of POSIX in system_posix.cpp and of Windows in system_win32.cpp, and nowhere else in lib/portolan.
//
// Faults are told as in std::filesystem, by a std::error_code that is empty where all went well; its message() is the
// system's reason, in the words of POSIX everywhere. Nothing here waits for signals: calls that are interrupted go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

namespace portolan::os {

/// An open file, which child processes do not inherit. Closed when destroyed; move-only. Any number of threads may read
/// it by read_at() at once.
class File {
 public:
  File() = default;
  /// Takes over what the system knows the file by.
  explicit File(std::intptr_t handle) noexcept : handle_(handle) {}
  File(File&& other) noexcept : handle_(std::exchange(other.handle_, kNone)) {}
  File& operator=(File&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~File() { close(); }

  [[nodiscard]] bool is_open() const noexcept { return handle_ != kNone; }
  [[nodiscard]] std::intptr_t handle() const noexcept { return handle_; }
  /// Closes the file, if it is open. A fault tells that what was written may be lost.
  std::error_code close() noexcept;

 private:
  static constexpr std::intptr_t kNone = -1;
  std::intptr_t handle_ = kNone;
};

enum class FileKind : std::uint8_t { regular, folder, pipe, other };

struct FileInfo {
  FileKind kind = FileKind::other;
  std::uint64_t size = 0;     ///< in bytes
  std::int64_t modified = 0;  ///< in seconds, by the clock of its file system
  bool is_own = false;        ///< belongs to the user of this process; always where files are not told apart by that
};

/// Of an open file.
FileInfo info_of(const File& file, std::error_code& fault) noexcept;
/// Of what a path names; of a link itself, which is of kind `other`.
FileInfo info_of(const std::filesystem::path& path, std::error_code& fault) noexcept;

/// Whether opening a pipe waits for who writes to it.
enum class Opening : std::uint8_t { at_once, waits };

/// Opens what a path names for reading; that may be a folder or a device too.
File open_input(const std::filesystem::path& path, Opening opening, std::error_code& fault) noexcept;
/// Makes a file and opens it for writing, with the permissions of new files. An error is file_exists where there is
/// something at the path already, a link to nothing included.
File create_new(const std::filesystem::path& path, std::error_code& fault) noexcept;

/// Makes a file without a name in a folder and opens it for writing. Not open where the system has none, or could not
/// name it later.
File create_nameless(const std::filesystem::path& folder);
/// A path by which this process can read a file without a name.
std::filesystem::path path_of_nameless(const File& file);
/// Gives it a name, which must be free: else the fault is file_exists.
std::error_code name_nameless(const File& file, const std::filesystem::path& name);

/// Reads up to so many bytes from where the last call ended; 0 at the end.
std::size_t read(const File& file, std::span<std::byte> bytes, std::error_code& fault) noexcept;
/// Reads up to so many bytes from an offset on; 0 at the end.
std::size_t read_at(const File& file, std::uint64_t offset, std::span<std::byte> bytes,
                    std::error_code& fault) noexcept;
/// Writes them all.
std::error_code write(const File& file, std::span<const std::byte> bytes) noexcept;
/// Has what was written outlast a loss of power.
std::error_code sync(const File& file) noexcept;

/// Calls visit(name) for all that a folder holds, in any order. (Stepping a std::filesystem::directory_iterator of
/// libstdc++ allocates without a way to say that there is no memory, and ends the process.) @throws std::bad_alloc,
/// and what `visit` throws
std::error_code for_each_name(const std::filesystem::path& folder,
                              const std::function<void(const std::filesystem::path& name)>& visit);

/// Opens a folder for sync_folder(). Neither open nor a fault where it may not be read, or the system keeps names
/// safe by itself.
File open_folder(const std::filesystem::path& folder, std::error_code& fault) noexcept;
/// Has the names in an open folder outlast a loss of power, as far as its file system can.
std::error_code sync_folder(const File& folder) noexcept;
/// Gives a file another name in the same folder, in place of what has that name. Windows refuses that while the latter
/// is mapped.
std::error_code replace(const std::filesystem::path& from, const std::filesystem::path& to) noexcept;

/// Pages of the whole of a regular file, which may not be written to; `size` is above 0. Null with a fault.
void* map_input(const File& file, std::size_t size, std::error_code& fault) noexcept;
/// Fresh pages, all zero, and large ones where the system has some; `size` is above 0. Null with a fault.
void* map_zeroed(std::size_t size, std::error_code& fault) noexcept;
/// Whether the system reads more of a file than the mapped page that is asked for.
enum class ReadAhead : std::uint8_t { off, on };
/// Says so of pages of map_input(), where the system can be told; new ones have `on`.
void set_read_ahead(const void* pages, std::size_t size, ReadAhead ahead) noexcept;
/// Gives pages of either kind back.
void unmap(const void* pages, std::size_t size) noexcept;

/// Pages that lie in a file of a folder, all zero, whose room on the disk is taken at once, as a page that cannot be
/// written later would end the process. The file has no name, or none that outlives the process or what is returned.
/// Null with a fault. @throws std::bad_alloc
std::shared_ptr<void> map_scratch(const std::filesystem::path& folder, std::size_t bytes, std::error_code& fault);

}  // namespace portolan::os
