// SPDX-License-Identifier: BSL-1.0
// The bytes of a file in memory, mapped or copied, read only.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/system.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace portolan {

/// Owns pages that hold a whole regular file; given back when destroyed. Move-only.
class Mapping {
 public:
  /// Pages of the file itself, read only. It must not shrink while it is mapped: what lies behind its new end kills the
  /// process by SIGBUS when it is touched. Errors: io.
  static Result<Mapping> open(const std::filesystem::path& path);
  /// A private copy. Errors: io, also where the file shrinks meanwhile; limit: more than `most` bytes.
  static Result<Mapping> copy(const std::filesystem::path& path, std::uint64_t most = ~std::uint64_t{0});
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  /// Whether touching a page of the file itself has the system read more of it; new ones have `on`.
  void set_read_ahead(os::ReadAhead ahead) const noexcept;

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  Mapping(const std::byte* data, std::size_t size) noexcept : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace portolan
