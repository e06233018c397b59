// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/file.hpp"

#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

Error cannot_read(const std::filesystem::path& path, std::error_code fault) {
  return {ErrorCode::io, fmt::format("{}: cannot read: {}", path.string(), fault.message())};
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, FileOrigin origin) {
  const bool is_given = origin == FileOrigin::given;
  const std::size_t most = is_given ? kMaxFileBytes : kMaxReferredBytes;
  const auto too_long = [&] {
    const char* const whose = is_given ? "" : ", the most of a file that another refers to or lies beside";
    return Error{ErrorCode::limit, fmt::format("{}: longer than {} bytes{}", path.string(), most, whose)};
  };
  std::error_code fault;
  const os::File file = os::open_input(path, is_given ? os::Opening::waits : os::Opening::at_once, fault);
  if (fault) return cannot_read(path, fault);
  const os::FileInfo info = os::info_of(file, fault);
  if (fault) return cannot_read(path, fault);
  const bool is_regular = info.kind == os::FileKind::regular;
  if (!is_regular && !(is_given && info.kind == os::FileKind::pipe)) {
    const char* const kind = info.kind == os::FileKind::folder ? "is a folder"
                             : is_given                        ? "is neither a regular file nor a pipe"
                                                               : "is not a regular file";
    return Error{ErrorCode::io, fmt::format("{}: {}", path.string(), kind)};
  }
  if (is_regular && info.size > most) return too_long();
  std::string bytes;
  // In one piece, rather than in pieces that double and are copied.
  if (is_regular) bytes.reserve(static_cast<std::size_t>(info.size) + 1);
  std::array<char, 1 << 16> chunk{};
  while (true) {
    const std::size_t got = os::read(file, std::as_writable_bytes(std::span(chunk)), fault);
    if (fault) return cannot_read(path, fault);
    if (got == 0) return bytes;
    bytes.append(chunk.data(), got);
    if (bytes.size() > most) return too_long();
  }
}

PieceFile::PieceFile(std::filesystem::path path, os::File file, std::uint64_t size) noexcept
    : path_(std::move(path)), file_(std::move(file)), size_(size) {}

Result<PieceFile> PieceFile::open(const std::filesystem::path& path) {
  std::error_code fault;
  os::File file = os::open_input(path, os::Opening::at_once, fault);
  if (fault) return cannot_read(path, fault);
  const os::FileInfo info = os::info_of(file, fault);
  if (fault) return cannot_read(path, fault);
  if (info.kind != os::FileKind::regular) {
    const char* const kind = info.kind == os::FileKind::folder ? "is a folder" : "is not a regular file";
    return Error{ErrorCode::io, fmt::format("{}: {}", path.string(), kind)};
  }
  return PieceFile(path, std::move(file), info.size);
}

Outcome PieceFile::read(std::uint64_t offset, std::span<std::byte> piece) const {
  while (!piece.empty()) {
    std::error_code fault;
    const std::size_t got = os::read_at(file_, offset, piece, fault);
    if (fault) return cannot_read(path_, fault);
    if (got == 0) return Error{ErrorCode::io, fmt::format("{}: ends at byte {} by now", path_.string(), offset)};
    offset += got;
    piece = piece.subspan(got);
  }
  return Success{};
}

}  // namespace portolan
