// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/world_image.hpp"

#include "portolan/core/hash.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

namespace portolan {
namespace {

constexpr std::uint64_t aligned(std::uint64_t offset) {
  return (offset + format::kAlignment - 1) / format::kAlignment * format::kAlignment;
}

}  // namespace

AlignedBytes::AlignedBytes(std::size_t size)
    : data_(static_cast<std::byte*>(::operator new (size, std::align_val_t{format::kAlignment}))), size_(size) {}

void AlignedBytes::Free::operator()(std::byte* p) const noexcept {
  ::operator delete (p, std::align_val_t{format::kAlignment});
}

void WorldImage::append(SectionKind kind, SectionOwner owner, std::size_t element_size,
                        std::span<const std::byte> bytes, std::shared_ptr<const void> held) {
  format::SectionEntry entry{};
  entry.kind = static_cast<std::uint32_t>(kind);
  entry.profile = owner.profile;
  entry.level = owner.level;
  entry.element_size = static_cast<std::uint32_t>(element_size);
  entry.size = bytes.size();
  entry.checksum = hash_bytes(bytes);
  sections_.push_back({entry, bytes, std::move(held)});
}

std::vector<std::byte> WorldImage::frame() const {
  std::vector<std::byte> frame(sizeof(format::FileHeader) + sections_.size() * sizeof(format::SectionEntry));
  std::uint64_t end = frame.size();
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    format::SectionEntry entry = sections_[i].entry;
    entry.offset = aligned(end);
    end = entry.offset + entry.size;
    std::memcpy(frame.data() + sizeof(format::FileHeader) + i * sizeof(entry), &entry, sizeof(entry));
  }
  format::FileHeader header{};
  header.magic = format::kMagic;
  header.version = format::kVersion;
  header.endian_mark = format::kEndianMark;
  header.section_count = static_cast<std::uint32_t>(sections_.size());
  header.file_size = end;
  std::memcpy(frame.data(), &header, sizeof(header));
  header.checksum = frame_checksum(frame);
  std::memcpy(frame.data(), &header, sizeof(header));
  return frame;
}

std::uint64_t WorldImage::size() const noexcept {
  std::uint64_t end = sizeof(format::FileHeader) + sections_.size() * sizeof(format::SectionEntry);
  for (const Section& section : sections_) end = aligned(end) + section.bytes.size();
  return end;
}

AlignedBytes WorldImage::bytes() const {
  AlignedBytes file(size());
  write_to(file.span());
  return file;
}

void WorldImage::write_to(std::span<std::byte> file) const {
  const std::vector<std::byte> head = frame();
  std::memset(file.data(), 0, file.size());
  std::memcpy(file.data(), head.data(), head.size());
  std::uint64_t end = head.size();
  for (const Section& section : sections_) {
    const std::uint64_t offset = aligned(end);
    if (!section.bytes.empty()) std::memcpy(file.data() + offset, section.bytes.data(), section.bytes.size());
    end = offset + section.bytes.size();
  }
}

Result<StagedFile> WorldImage::stage(const std::filesystem::path& path) const {
  static constexpr std::array<std::byte, format::kAlignment> kPadding{};
  const std::vector<std::byte> head = frame();
  std::vector<std::span<const std::byte>> chunks{head};
  std::uint64_t end = head.size();
  for (const Section& section : sections_) {
    const std::uint64_t offset = aligned(end);
    chunks.push_back(std::span(kPadding).first(offset - end));
    chunks.push_back(section.bytes);
    end = offset + section.bytes.size();
  }
  return StagedFile::write(path, chunks);
}

Outcome WorldImage::save(const std::filesystem::path& path) const {
  auto staged = stage(path);
  if (!staged) return staged.error();
  return staged->commit();
}

}  // namespace portolan
