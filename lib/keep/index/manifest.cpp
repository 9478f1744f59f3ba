#include "keep/index/manifest.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"

namespace symkit::index {

Result<Facts> facts_of(Bytes index_or_manifest) {
  const auto envelope = Envelope::open(index_or_manifest);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() == Kind::Manifest) {
    const auto manifest = Manifest::open(index_or_manifest);
    return manifest ? Result<Facts>(manifest->facts()) : fail(manifest.error());
  }
  const auto index = NativeIndex::open(index_or_manifest);
  return index ? Result<Facts>(index->facts()) : fail(index.error());
}

Result<Manifest> Manifest::open(Bytes file) {
  const auto envelope = Envelope::open(file);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() != Kind::Manifest)
    return fail(say("is an index of kind ", name_of(envelope->kind()), ", not a manifest"));
  if (const auto whole = envelope->verify_checksums(); !whole) return fail(whole.error());
  Manifest manifest;
  TableSizes tables;  // of the index that was cut
  if (!read_facts(*envelope, manifest.facts_, tables) ||
      !manifest.read_address_parts(envelope->section(address_parts_tag)) ||
      !manifest.read_name_parts(envelope->section(name_parts_tag)))
    return fail("is damaged: its list of parts is inconsistent");
  return manifest;
}

bool Manifest::read_address_parts(Bytes section) {
  Cursor at(section, Endian::Little);
  while (!at.at_end()) {
    const std::uint64_t begin = at.u64(), size = at.u64(), checksum = at.u64();
    if (at.failed() || begin >= facts_.end.value || (!begins_.empty() && begin <= begins_.back()))
      return false;
    begins_.push_back(begin);
    seals_.push_back({size, checksum});
  }
  return !at.failed();
}

bool Manifest::read_name_parts(Bytes section) {
  Cursor at(section, Endian::Little);
  while (!at.at_end()) {
    std::string first(as_text(at.bytes(at.uleb())));
    const std::uint64_t size = at.u64(), checksum = at.u64();
    if (at.failed() || (!first_names_.empty() && first <= first_names_.back())) return false;
    first_names_.push_back(std::move(first));
    seals_.push_back({size, checksum});
  }
  return !at.failed();
}

std::uint32_t Manifest::part_at(ImageOffset offset) const {
  if (offset >= facts_.end) return 0;
  return static_cast<std::uint32_t>(std::ranges::upper_bound(begins_, offset.value) - begins_.begin());
}

Manifest::Range Manifest::range_of(std::uint32_t part) const {
  const std::uint64_t end = part < begins_.size() ? begins_[part] : facts_.end.value;
  return {{begins_[part - 1]}, {end - 1}};
}

// A version follows the name after an '@', so all versions sort before the name with the letter after
// '@'.
Manifest::Run Manifest::parts_with(std::string_view name) const {
  const std::string behind = std::string(name) + static_cast<char>('@' + 1);
  const auto from = std::ranges::upper_bound(first_names_, name);
  const auto to = std::ranges::lower_bound(from, first_names_.end(), behind);
  const auto first = from == first_names_.begin() ? from : std::prev(from);
  return {
      static_cast<std::uint32_t>(begins_.size() + static_cast<std::size_t>(first - first_names_.begin()) + 1),
      static_cast<std::uint32_t>(to - first)};
}

bool Manifest::is_part(std::uint32_t part, Bytes bytes) const {
  if (part == 0 || part > seals_.size()) return false;
  const Seal& seal = seals_[part - 1];
  return bytes.size() == seal.size && checksum_of(bytes) == seal.checksum;
}

}  // namespace symkit::index
