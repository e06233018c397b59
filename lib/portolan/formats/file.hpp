// SPDX-License-Identifier: BSL-1.0
// Reading input files: whole, or piece by piece.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/system.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace portolan {

/// Who says that a file is to be read.
enum class FileOrigin : std::uint8_t {
  given,     ///< the user, by its path
  referred,  ///< another file, which refers to it or which it lies beside; its author may be no friend of the user
};

/// The longest file that the user may give and that is read whole, in bytes.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 32;
/// The longest file that another one refers to or lies beside, in bytes.
inline constexpr std::size_t kMaxReferredBytes = std::size_t{1} << 26;

/// Reads all bytes of a regular file or, if the user gave it, a pipe. Takes as much memory as the file is long; for a
/// pipe it grows with what is read. Never waits for what another file refers to. Errors: io (missing, a folder or
/// device, not readable), limit (longer than kMaxFileBytes or kMaxReferredBytes); the message names the file, and the
/// limit.
Result<std::string> read_file(const std::filesystem::path& path, FileOrigin origin = FileOrigin::given);

/// Gives the bytes of the file at a path, as read_file does: from elsewhere, or taking note of what is read.
using ReadFile = std::function<Result<std::string>(const std::filesystem::path&, FileOrigin)>;

/// A regular file of any length that is read piece by piece. Move-only; any number of threads may read it at once.
class PieceFile {
 public:
  /// Opens a file, and waits for nothing. Errors (io): missing, no regular file, not readable; the message names it.
  static Result<PieceFile> open(const std::filesystem::path& path);

  /// Its length in bytes when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Fills `piece` with the bytes from `offset` on. Errors (io): not readable, or the file has become too short for
  /// that; the message names it, and `piece` may hold anything.
  [[nodiscard]] Outcome read(std::uint64_t offset, std::span<std::byte> piece) const;

 private:
  PieceFile(std::filesystem::path path, os::File file, std::uint64_t size) noexcept;

  std::filesystem::path path_;
  os::File file_;
  std::uint64_t size_;
};

/// Opens the file at a path that the user gave, as PieceFile::open does, maybe taking note of it.
using OpenFile = std::function<Result<PieceFile>(const std::filesystem::path&)>;

/// How files are read, whole and piece by piece.
struct FileReaders {
  ReadFile read = read_file;
  OpenFile open = PieceFile::open;
};

}  // namespace portolan
