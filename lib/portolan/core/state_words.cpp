// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/state_words.hpp"

#include "portolan/core/hash.hpp"

#include <cstring>
#include <string>
#include <utility>

namespace portolan {

void StateWriter::put(std::uint64_t word) {
  put(std::as_bytes(std::span(&word, 1)));
}

void StateWriter::put(std::initializer_list<std::uint64_t> words) {
  for (const std::uint64_t word : words) put(word);
}

void StateWriter::put(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  const std::size_t size = bytes_.size();
  bytes_.resize(size + bytes.size());
  std::memcpy(bytes_.data() + size, bytes.data(), bytes.size());
}

std::vector<std::byte> StateWriter::sealed(std::uint64_t magic, std::uint64_t version) const {
  StateWriter file;
  file.put({magic, version, hash_bytes(bytes_)});
  file.put(bytes_);
  return std::move(file.bytes_);
}

Result<StateReader> StateReader::open(std::span<const std::byte> bytes, std::uint64_t magic, std::uint64_t version,
                                      std::string_view what) {
  StateReader header(bytes);
  if (header.take() != magic) return Error{ErrorCode::corrupt, "no state of " + std::string(what)};
  if (header.take() != version) return Error{ErrorCode::unsupported, "a state of another version"};
  const std::uint64_t checksum = header.take();
  if (!header.sound() || checksum != hash_bytes(header.left_)) {
    return Error{ErrorCode::corrupt, "a state with a wrong checksum"};
  }
  return StateReader(header.left_);
}

std::uint64_t StateReader::take(std::uint64_t most) noexcept {
  std::uint64_t word = 0;
  const std::span<const std::byte> bytes = take_bytes(sizeof(word));
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), sizeof(word));
  require(word <= most);
  return sound_ ? word : 0;
}

std::span<const std::byte> StateReader::take_bytes(std::uint64_t size) noexcept {
  require(size <= left_.size());
  if (!sound_) return {};
  const auto bytes = left_.first(static_cast<std::size_t>(size));
  left_ = left_.subspan(bytes.size());
  return bytes;
}

}  // namespace portolan
