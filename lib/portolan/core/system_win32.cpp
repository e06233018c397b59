// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/system.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include <windows.h>

namespace portolan::os {
namespace {

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
/// The most bytes that one call reads or writes.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// Why the last call failed, in the words of POSIX where it has such.
std::error_code reason() noexcept {
  const std::error_condition condition =
      std::system_category().default_error_condition(static_cast<int>(::GetLastError()));
  return {condition.value(), condition.category()};
}

/// That the call has failed, or nothing.
std::error_code unless(bool worked) noexcept {
  return worked ? std::error_code() : reason();
}

HANDLE handle_of(const File& file) noexcept {
  return reinterpret_cast<HANDLE>(file.handle());
}

File open(const wchar_t* path, DWORD access, DWORD disposition, DWORD flags, std::error_code& fault) noexcept {
  File file(
      reinterpret_cast<std::intptr_t>(::CreateFileW(path, access, kShared, nullptr, disposition, flags, nullptr)));
  fault = unless(file.is_open());
  return file;
}

constexpr std::uint64_t joined(DWORD high, DWORD low) noexcept {
  return std::uint64_t{high} << 32 | low;
}

/// Of a file of which the system told `info`.
template <class Info>
FileInfo info_by(const Info& info) noexcept {
  constexpr std::uint64_t kTicksPerSecond = 10'000'000;
  const std::uint64_t modified = joined(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime);
  return {.kind = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::folder : FileKind::regular,
          .size = joined(info.nFileSizeHigh, info.nFileSizeLow),
          .modified = static_cast<std::int64_t>(modified / kTicksPerSecond),
          .is_own = true};
}

std::size_t read_piece(const File& file, std::span<std::byte> bytes, OVERLAPPED* from,
                       std::error_code& fault) noexcept {
  DWORD got = 0;
  const auto most = static_cast<DWORD>(std::min(bytes.size(), kMostBytes));
  const bool worked = ::ReadFile(handle_of(file), bytes.data(), most, &got, from) != 0;
  const DWORD error = worked ? ERROR_SUCCESS : ::GetLastError();
  const bool ended = error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE;
  fault = unless(worked || ended);
  return worked ? got : 0;
}

/// Pages of a file, or of none for `file` null.
void* map(HANDLE file, std::size_t size, DWORD protection, DWORD access, std::error_code& fault) noexcept {
  const HANDLE section = ::CreateFileMappingW(file, nullptr, protection, static_cast<DWORD>(std::uint64_t{size} >> 32),
                                              static_cast<DWORD>(size), nullptr);
  fault = unless(section != nullptr);
  if (fault) return nullptr;
  void* const pages = ::MapViewOfFile(section, access, 0, 0, size);
  fault = unless(pages != nullptr);
  ::CloseHandle(section);  // which lives as long as its pages
  return pages;
}

}  // namespace

std::error_code File::close() noexcept {
  if (!is_open()) return {};
  return unless(::CloseHandle(reinterpret_cast<HANDLE>(std::exchange(handle_, kNone))) != 0);
}

FileInfo info_of(const File& file, std::error_code& fault) noexcept {
  fault.clear();
  const DWORD type = ::GetFileType(handle_of(file));
  if (type != FILE_TYPE_DISK) {
    return {
        .kind = type == FILE_TYPE_PIPE ? FileKind::pipe : FileKind::other, .size = 0, .modified = 0, .is_own = true};
  }
  BY_HANDLE_FILE_INFORMATION info{};
  fault = unless(::GetFileInformationByHandle(handle_of(file), &info) != 0);
  return fault ? FileInfo{} : info_by(info);
}

FileInfo info_of(const std::filesystem::path& path, std::error_code& fault) noexcept {
  WIN32_FILE_ATTRIBUTE_DATA info{};
  fault = unless(::GetFileAttributesExW(path.c_str(), GetFileExInfoStandard, &info) != 0);
  const bool is_link = (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  return fault || is_link ? FileInfo{} : info_by(info);
}

File open_input(const std::filesystem::path& path, Opening, std::error_code& fault) noexcept {
  // By the flag, folders can be opened too.
  return open(path.c_str(), GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, fault);
}

File create_new(const std::filesystem::path& path, std::error_code& fault) noexcept {
  return open(path.c_str(), GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, fault);
}

File create_nameless(const std::filesystem::path&) {
  return {};
}

std::filesystem::path path_of_nameless(const File&) {
  return {};
}

std::error_code name_nameless(const File&, const std::filesystem::path&) {
  return std::make_error_code(std::errc::function_not_supported);
}

std::size_t read(const File& file, std::span<std::byte> bytes, std::error_code& fault) noexcept {
  return read_piece(file, bytes, nullptr, fault);
}

std::size_t read_at(const File& file, std::uint64_t offset, std::span<std::byte> bytes,
                    std::error_code& fault) noexcept {
  OVERLAPPED from{};
  from.Offset = static_cast<DWORD>(offset);
  from.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return read_piece(file, bytes, &from, fault);
}

std::error_code write(const File& file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto most = static_cast<DWORD>(std::min(bytes.size(), kMostBytes));
    if (::WriteFile(handle_of(file), bytes.data(), most, &written, nullptr) == 0) return reason();
    bytes = bytes.subspan(written);
  }
  return {};
}

std::error_code sync(const File& file) noexcept {
  return unless(::FlushFileBuffers(handle_of(file)) != 0);
}

std::error_code for_each_name(const std::filesystem::path& folder,
                              const std::function<void(const std::filesystem::path&)>& visit) {
  struct Close {
    using pointer = HANDLE;
    void operator()(HANDLE open) const noexcept { ::FindClose(open); }
  };
  WIN32_FIND_DATAW entry{};
  const HANDLE first = ::FindFirstFileW((folder / L"*").c_str(), &entry);
  if (first == INVALID_HANDLE_VALUE) return reason();
  const std::unique_ptr<HANDLE, Close> names(first);
  do {
    const std::wstring_view name = static_cast<const wchar_t*>(entry.cFileName);
    if (name != L"." && name != L"..") visit(name);
  } while (::FindNextFileW(first, &entry) != 0);
  return unless(::GetLastError() == ERROR_NO_MORE_FILES);
}

File open_folder(const std::filesystem::path&, std::error_code& fault) noexcept {
  fault.clear();
  return {};
}

std::error_code sync_folder(const File&) noexcept {
  return {};
}

std::error_code replace(const std::filesystem::path& from, const std::filesystem::path& to) noexcept {
  return unless(::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0);
}

void* map_input(const File& file, std::size_t size, std::error_code& fault) noexcept {
  return map(handle_of(file), size, PAGE_READONLY, FILE_MAP_READ, fault);
}

void* map_zeroed(std::size_t size, std::error_code& fault) noexcept {
  return map(INVALID_HANDLE_VALUE, size, PAGE_READWRITE, FILE_MAP_WRITE, fault);
}

void set_read_ahead(const void*, std::size_t, ReadAhead) noexcept {}

void unmap(const void* pages, std::size_t) noexcept {
  ::UnmapViewOfFile(pages);
}

std::shared_ptr<void> map_scratch(const std::filesystem::path& folder, std::size_t bytes, std::error_code& fault) {
  std::array<wchar_t, MAX_PATH> name{};
  fault = unless(::GetTempFileNameW(folder.c_str(), L"ptl", 0, name.data()) != 0);
  if (fault) return nullptr;
  File file = open(name.data(), GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS,
                   FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, fault);
  if (fault) return nullptr;
  // The mapping makes the file as long as it is, and NTFS takes room for all of it.
  void* const pages = map(handle_of(file), bytes, PAGE_READWRITE, FILE_MAP_WRITE, fault);
  if (fault) return nullptr;
  const auto held = std::make_shared<File>(std::move(file));
  return {pages, [bytes, held](void* mapped) { unmap(mapped, bytes); }};
}

}  // namespace portolan::os
