// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/mapping.hpp"

#include <string>
#include <utility>

namespace portolan {

namespace {

Error failure(const std::filesystem::path& path, const char* what, std::error_code fault) {
  return Error{ErrorCode::io, path.string() + ": " + what + ": " + fault.message()};
}

/// A regular file, open for reading.
struct InputFile {
  os::File file;
  std::size_t size = 0;

  static Result<InputFile> open(const std::filesystem::path& path) {
    std::error_code fault;
    os::File file = os::open_input(path, os::Opening::at_once, fault);
    if (fault) return failure(path, "cannot open", fault);
    const os::FileInfo info = os::info_of(file, fault);
    if (fault) return failure(path, "cannot read", fault);
    if (info.kind != os::FileKind::regular) return Error{ErrorCode::io, path.string() + ": not a regular file"};
    return InputFile{std::move(file), static_cast<std::size_t>(info.size)};
  }
};

}  // namespace

Result<Mapping> Mapping::open(const std::filesystem::path& path) {
  const auto input = InputFile::open(path);
  if (!input) return input.error();
  if (input->size == 0) return Mapping(nullptr, 0);
  std::error_code fault;
  const void* const data = os::map_input(input->file, input->size, fault);
  if (fault) return failure(path, "cannot map", fault);
  return Mapping(static_cast<const std::byte*>(data), input->size);
}

Result<Mapping> Mapping::copy(const std::filesystem::path& path, std::uint64_t most) {
  const auto input = InputFile::open(path);
  if (!input) return input.error();
  if (input->size > most)
    return Error{ErrorCode::limit, path.string() + ": longer than " + std::to_string(most) + " bytes"};
  if (input->size == 0) return Mapping(nullptr, 0);
  std::error_code fault;
  auto* const data = static_cast<std::byte*>(os::map_zeroed(input->size, fault));
  if (fault) return failure(path, "cannot read", fault);
  Mapping copied(data, input->size);
  for (std::span<std::byte> left(data, input->size); !left.empty();) {
    const std::size_t got = os::read(input->file, left, fault);
    if (fault) return failure(path, "cannot read", fault);
    if (got == 0) return Error{ErrorCode::io, path.string() + ": became shorter while it was read"};
    left = left.subspan(got);
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

void Mapping::set_read_ahead(os::ReadAhead ahead) const noexcept {
  if (data_ != nullptr) os::set_read_ahead(data_, size_, ahead);
}

Mapping::~Mapping() {
  if (data_ != nullptr) os::unmap(data_, size_);
}

}  // namespace portolan
