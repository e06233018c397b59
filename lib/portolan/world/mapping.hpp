// SPDX-License-Identifier: BSL-1.0
// A file mapped into memory, read only.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <span>

namespace portolan {

/// Owns a read-only mapping of a whole regular file; unmapped when destroyed. Move-only. The file must not shrink while
/// it is mapped.
class Mapping {
 public:
  static Result<Mapping> open(const std::filesystem::path& path);
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  Mapping(const std::byte* data, std::size_t size) noexcept : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace portolan
