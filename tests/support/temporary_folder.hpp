// SPDX-License-Identifier: BSL-1.0
// A place for the files of one test.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

namespace portolan::test {

/// A folder of the test's own, removed with all it holds.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device random;
    do path_ = std::filesystem::temp_directory_path() / ("portolan-test-" + std::to_string(random()));
    while (!std::filesystem::create_directory(path_));
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Writes a file into the folder.
  std::filesystem::path write(const std::string& name, std::string_view content) const {
    auto path = path_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  /// How many files and folders are directly in the folder.
  [[nodiscard]] std::ptrdiff_t entries() const {
    return std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator());
  }

 private:
  std::filesystem::path path_;
};

}  // namespace portolan::test
