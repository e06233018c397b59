// SPDX-License-Identifier: BSL-1.0
#include "attack/forged_file.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/hub_labels.hpp"
#include "support/built_world.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace portolan::test {
namespace {

using format::SectionKind;
using Section = ForgedFile::Section;
using Words = std::vector<std::uint32_t>;

Words words_of(const Section& section) {
  Words words(section.bytes.size() / sizeof(std::uint32_t));
  std::ranges::copy(std::span(section.bytes).first(words.size() * sizeof(std::uint32_t)),
                    std::as_writable_bytes(std::span(words)).begin());
  return words;
}

void set_words(Section& section, const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  section.bytes.assign(bytes.begin(), bytes.end());
}

void erase_word(Section& section, std::size_t at) {
  Words words = words_of(section);
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  set_words(section, words);
}

/// Makes rows from `row` on begin one element earlier.
void shorten_row(Section& first, std::size_t row) {
  Words words = words_of(first);
  for (std::size_t i = row + 1; i < words.size(); ++i) --words[i];
  set_words(first, words);
}

std::size_t row_of(const Words& first, std::size_t element) {
  return static_cast<std::size_t>(std::ranges::upper_bound(first, element) - first.begin()) - 1;
}

std::size_t draw(Rng& rng, std::size_t size) {
  return static_cast<std::size_t>(rng.next() % size);
}

/// Writes a value of 1, 2, 4 or 8 bytes over one in the section: near it, from elsewhere, or anything.
bool change_value(Section& section, Rng& rng) {
  if (section.bytes.empty()) return false;
  std::size_t width = rng.pick(std::array<std::size_t, 4>{1, 2, 4, 8});
  if (rng.percent(70)) width = std::min<std::size_t>(section.entry.element_size, 8);
  if (section.entry.element_size == 16) width = 4;
  if (width != 1 && width != 2 && width != 3 && width != 4 && width != 8) width = 4;
  if (section.bytes.size() < width) return false;
  const std::size_t places = section.bytes.size() / width;
  std::byte* const at = section.bytes.data() + draw(rng, places) * width;
  std::uint64_t value = 0;
  std::memcpy(&value, at, width);
  const std::uint64_t before = value;
  switch (rng.below(6)) {
    case 0:
      value += static_cast<std::uint64_t>(rng.between(1, 3));
      break;
    case 1:
      value -= static_cast<std::uint64_t>(rng.between(1, 3));
      break;
    case 2:
      value ^= std::uint64_t{1} << rng.below(static_cast<std::int32_t>(8 * width));
      break;
    case 3:
      std::memcpy(&value, section.bytes.data() + draw(rng, places) * width, width);
      break;
    case 4:
      value = static_cast<std::uint64_t>(rng.below(256));
      break;
    default:
      value = rng.percent(50) ? value * 2 : value + static_cast<std::uint64_t>(rng.below(10'000));
      break;
  }
  std::memcpy(at, &value, width);
  std::uint64_t after = 0;
  std::memcpy(&after, at, width);
  return after != before;
}

bool swap_values(Section& section, Rng& rng) {
  const std::size_t width = section.entry.element_size;
  const std::size_t count = section.bytes.size() / width;
  if (count < 2) return false;
  std::byte* const a = section.bytes.data() + draw(rng, count) * width;
  std::byte* const b = section.bytes.data() + draw(rng, count) * width;
  if (std::memcmp(a, b, width) == 0) return false;
  std::swap_ranges(a, a + width, b);
  return true;
}

/// Both arcs of a sight edge are gone.
bool drop_sight_edge(ForgedFile& file, Section& target, Rng& rng) {
  Section* const first = file.beside(target, SectionKind::sight_first);
  Section* const weight = file.beside(target, SectionKind::sight_weight);
  const Words heads = words_of(target);
  if (heads.empty()) return false;
  const Words rows = words_of(*first);
  const std::size_t arc = draw(rng, heads.size());
  const std::size_t from = row_of(rows, arc);
  const std::size_t to = heads[arc];
  std::size_t back = rows[to];
  while (heads[back] != from) ++back;
  for (const auto& [row, at] :
       {std::pair(std::max(from, to), std::max(arc, back)), std::pair(std::min(from, to), std::min(arc, back))}) {
    erase_word(target, at);
    erase_word(*weight, at);
    shorten_row(*first, row);
  }
  return true;
}

/// A shortcut that no other is made of is gone.
bool drop_shortcut(ForgedFile& file, Section& target, Rng& rng) {
  Section* const first = file.beside(target, SectionKind::ch_first);
  Section* const weight = file.beside(target, SectionKind::ch_weight);
  Section* const middle = file.beside(target, SectionKind::ch_middle);
  const Words middles = words_of(*middle);
  if (middles.empty()) return false;
  const std::size_t start = draw(rng, middles.size());
  for (std::size_t i = 0; i < middles.size(); ++i) {
    const std::size_t arc = (start + i) % middles.size();
    if (middles[arc] == kNoMiddle) continue;
    const std::size_t row = row_of(words_of(*first), arc);
    // Whether it is a part of another is for verify to find.
    erase_word(target, arc);
    erase_word(*weight, arc);
    erase_word(*middle, arc);
    shorten_row(*first, row);
    return true;
  }
  return false;
}

/// A label lacks an entry whose node is a leaf in the tree of its hub.
bool drop_label_entry(ForgedFile& file, Section& hub, Rng& rng) {
  Section* const first = file.beside(hub, SectionKind::label_first);
  Section* const distance = file.beside(hub, SectionKind::label_distance);
  Section* const place = file.beside(hub, SectionKind::label_place);
  Section* const tree = file.beside(hub, SectionKind::label_tree);
  Words places = words_of(*place);
  Words records = words_of(*tree);
  if (places.empty()) return false;
  const std::size_t start = draw(rng, places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t entry = (start + i) % places.size();
    const std::uint32_t at = places[entry];
    const bool bottom = at == 0 || records[at - 1] >= kTreeLink;
    const bool is_linked = std::ranges::find(records, kTreeLink + at) != records.end();
    if (!bottom || is_linked || at + 1 >= records.size() || records[at + 1] >= kTreeLink) continue;
    const std::size_t row = row_of(words_of(*first), entry);
    records.erase(records.begin() + at);
    for (std::uint32_t& record : records) {
      if (record > kTreeLink && record != kTreeEnd && record - kTreeLink > at) --record;
    }
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(entry));
    for (std::uint32_t& other : places) other -= other > at ? 1 : 0;
    set_words(*place, places);
    set_words(*tree, records);
    erase_word(hub, entry);
    erase_word(*distance, entry);
    shorten_row(*first, row);
    return true;
  }
  return false;
}

bool change_values(Section& section, Rng& rng) {
  return rng.percent(20) ? swap_values(section, rng) : change_value(section, rng);
}

/// Of a sound file: what several sections agree on is followed.
bool change_section(ForgedFile& file, Section& section, Rng& rng) {
  const auto kind = static_cast<SectionKind>(section.entry.kind);
  if (rng.percent(40)) {
    if (kind == SectionKind::sight_target) return drop_sight_edge(file, section, rng);
    if (kind == SectionKind::ch_target) return drop_shortcut(file, section, rng);
    if (kind == SectionKind::label_hub) return drop_label_entry(file, section, rng);
  }
  return change_values(section, rng);
}

}  // namespace

ForgedFile::ForgedFile(std::span<const std::byte> file) {
  std::memcpy(&header_, file.data(), sizeof(header_));
  for (std::uint32_t i = 0; i < header_.section_count; ++i) {
    Section section{};
    std::memcpy(&section.entry, file.data() + sizeof(header_) + i * sizeof(section.entry), sizeof(section.entry));
    const auto bytes = file.subspan(section.entry.offset, section.entry.size);
    section.bytes.assign(bytes.begin(), bytes.end());
    sections_.push_back(std::move(section));
  }
}

Section* ForgedFile::beside(const Section& other, SectionKind kind) {
  const auto at = std::ranges::find_if(sections_, [&](const Section& section) {
    return section.entry.kind == static_cast<std::uint32_t>(kind) && section.entry.profile == other.entry.profile &&
           section.entry.level == other.entry.level;
  });
  return at == sections_.end() ? nullptr : &*at;
}

AlignedBytes ForgedFile::bytes() const {
  const auto aligned = [](std::uint64_t offset) {
    return (offset + format::kAlignment - 1) / format::kAlignment * format::kAlignment;
  };
  std::vector<format::SectionEntry> entries;
  std::uint64_t end = sizeof(header_) + sections_.size() * sizeof(format::SectionEntry);
  for (const Section& section : sections_) {
    format::SectionEntry entry = section.entry;
    entry.offset = aligned(end);
    entry.size = section.bytes.size();
    entry.checksum = hash_bytes(section.bytes);
    end = entry.offset + entry.size;
    entries.push_back(entry);
  }
  AlignedBytes file(end);
  std::ranges::fill(file.span(), std::byte{0});
  format::FileHeader header = header_;
  header.file_size = end;
  std::memcpy(file.span().data(), &header, sizeof(header));
  std::memcpy(file.span().data() + sizeof(header), entries.data(), entries.size() * sizeof(format::SectionEntry));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::ranges::copy(sections_[i].bytes, file.span().begin() + static_cast<std::ptrdiff_t>(entries[i].offset));
  }
  fix_frame_checksum(file.span());
  return file;
}

std::optional<SectionKind> forge(ForgedFile& file, Rng& rng) {
  Section& section = file.sections()[draw(rng, file.sections().size())];
  if (!change_section(file, section, rng)) return {};
  while (rng.percent(20)) (void)change_values(section, rng);
  return static_cast<SectionKind>(section.entry.kind);
}

}  // namespace portolan::test
