// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/file.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace portolan {
namespace {

constexpr std::string_view kTemporaryPrefix = ".portolan-";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kTemporaryDigits = 16;
constexpr std::int64_t kTemporaryLife = 24 * 60 * 60;

Error failure(const std::filesystem::path& path, std::error_code fault, std::string_view what = "cannot write") {
  return Error{ErrorCode::io, path.string() + ": " + std::string(what) + ": " + fault.message()};
}

/// Where the file at a path is replaced.
Result<std::filesystem::path> target_of(const std::filesystem::path& path) {
  std::error_code fault;
  std::filesystem::file_type type = std::filesystem::symlink_status(path, fault).type();
  if (fault == std::errc::no_such_file_or_directory) return path;
  if (fault) return failure(path, fault);
  const bool is_link = type == std::filesystem::file_type::symlink;
  if (is_link) type = std::filesystem::status(path, fault).type();
  if (fault) return failure(path, fault, "cannot follow the link");
  if (type == std::filesystem::file_type::directory) return Error{ErrorCode::io, path.string() + ": is a directory"};
  if (type != std::filesystem::file_type::regular)
    return Error{ErrorCode::io, path.string() + ": is not a regular file, and would be replaced"};
  if (!is_link) return path;
  std::filesystem::path target = std::filesystem::canonical(path, fault);
  if (fault) return failure(path, fault, "cannot follow the link");
  return target;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Calls make(path) with names for a temporary in the folder until one is not taken, and gives that path. Its fault is
/// that of make().
template <class Make>
std::filesystem::path take_name(const std::filesystem::path& folder, std::error_code& fault, Make&& make) {
  std::random_device random;
  while (true) {
    std::string name(kTemporaryPrefix);
    for (std::size_t i = 0; i < kTemporaryDigits; ++i) name += kHexDigits[random() % kHexDigits.size()];
    std::filesystem::path path = folder / name;
    fault = make(path);
    if (!fault) return path;
    if (fault != std::errc::file_exists) return {};
  }
}

bool is_temporary(std::string_view name) noexcept {
  return name.size() == kTemporaryPrefix.size() + kTemporaryDigits && name.starts_with(kTemporaryPrefix) &&
         name.find_first_not_of(kHexDigits, kTemporaryPrefix.size()) == std::string_view::npos;
}

/// Removes what killed processes have left in a folder; `now` is the time by the clock of its file system.
void remove_old_temporaries(const std::filesystem::path& folder, std::int64_t now) {
  // What cannot be listed stays.
  (void)os::for_each_name(folder, [&](const std::filesystem::path& name) {
    if (!is_temporary(name.string())) return;
    const std::filesystem::path file = folder / name;
    std::error_code gone;
    const os::FileInfo info = os::info_of(file, gone);
    const bool is_ours = !gone && info.kind == os::FileKind::regular && info.is_own;
    if (is_ours && info.modified < now - kTemporaryLife) std::filesystem::remove(file, gone);
  });
}

}  // namespace

Outcome check_output(const std::filesystem::path& path) {
  const auto target = target_of(path);
  if (!target) return target.error();
  return Success{};
}

StagedFile::StagedFile(std::filesystem::path path, std::filesystem::path target) noexcept
    : path_(std::move(path)), target_(std::move(target)) {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::move(other.file_)) {}

StagedFile::~StagedFile() {
  file_.close();
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

std::error_code StagedFile::open() {
  const std::filesystem::path folder = folder_of(target_);
  std::error_code fault;
  file_ = os::create_nameless(folder);
  if (!file_.is_open()) {
    temporary_ = take_name(folder, fault, [&](const std::filesystem::path& name) {
      std::error_code taken;
      file_ = os::create_new(name, taken);
      return taken;
    });
  }
  return fault;
}

Result<StagedFile> StagedFile::write(const std::filesystem::path& path,
                                     std::span<const std::span<const std::byte>> chunks) {
  std::size_t given = 0;
  return write(path, [&]() -> std::span<const std::byte> {
    while (given < chunks.size() && chunks[given].empty()) ++given;
    return given < chunks.size() ? chunks[given++] : std::span<const std::byte>();
  });
}

Result<StagedFile> StagedFile::write(const std::filesystem::path& path,
                                     const std::function<std::span<const std::byte>()>& next) {
  auto target = target_of(path);
  if (!target) return target.error();
  StagedFile staged(path, std::move(*target));
  if (const std::error_code fault = staged.open()) return failure(path, fault);
  std::error_code fault;
  const os::FileInfo info = os::info_of(staged.file_, fault);
  if (!fault) remove_old_temporaries(folder_of(staged.target_), info.modified);
  fault.clear();
  while (!fault) {
    const std::span<const std::byte> chunk = next();
    if (chunk.empty()) break;
    fault = os::write(staged.file_, chunk);
  }
  if (!fault) fault = os::sync(staged.file_);
  if (fault) return failure(path, fault);
  return staged;
}

std::filesystem::path StagedFile::content() const {
  return temporary_.empty() ? os::path_of_nameless(file_) : temporary_;
}

std::error_code StagedFile::give_name() {
  std::error_code fault;
  if (temporary_.empty()) {
    temporary_ = take_name(folder_of(target_), fault,
                           [&](const std::filesystem::path& name) { return os::name_nameless(file_, name); });
  }
  return fault;
}

Outcome StagedFile::commit() {
  // What is there may have changed since the file was staged.
  if (Outcome still = check_output(target_); !still) return still;
  std::error_code fault;
  const os::File folder = os::open_folder(folder_of(target_), fault);
  // A link cannot replace a file, so a nameless one is linked beside it first.
  if (!fault) fault = give_name();
  if (!fault) fault = file_.close();
  if (!fault) fault = os::replace(temporary_, target_);
  if (fault) return failure(path_, fault);
  temporary_.clear();
  if (folder.is_open()) fault = os::sync_folder(folder);
  if (fault) return failure(path_, fault, "written, but may not outlast a crash: cannot sync its folder");
  return Success{};
}

Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks) {
  auto staged = StagedFile::write(path, chunks);
  if (!staged) return staged.error();
  return staged->commit();
}

}  // namespace portolan
