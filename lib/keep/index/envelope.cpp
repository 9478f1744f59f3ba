#include "keep/index/envelope.h"

#define XXH_INLINE_ALL
#include <algorithm>
#include <bit>
#include <cstring>
#include <xxhash.h>

#include "ground/base/large_memory.h"
#include "ground/base/words.h"
#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"
#include "keep/index/fingerprint.h"

static_assert(std::endian::native == std::endian::little, "index files are used in place");

namespace symkit::index {
namespace {

constexpr std::size_t alignment = 8;
constexpr std::size_t bytes_at_once = std::size_t{1} << 20;

// Releases what was read of a mapped file of gigabytes.
template <class Take>
void in_pieces(Bytes bytes, Take take) {
  for (std::size_t at = 0; at < bytes.size(); at += bytes_at_once) {
    take(bytes.subspan(at, std::min(bytes_at_once, bytes.size() - at)));
    io::relieve_memory();
  }
}

std::size_t aligned(std::size_t size) { return (size + alignment - 1) / alignment * alignment; }

std::uint64_t header_checksum(Header header, std::span<const SectionRecord> sections) {
  header.checksum = 0;
  return XXH3_64bits_withSeed(sections.data(), sections.size_bytes(), XXH3_64bits(&header, sizeof header));
}

bool is_known(std::uint16_t kind) { return std::ranges::find(kinds, static_cast<Kind>(kind)) != kinds.end(); }

}  // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::Native: return "native";
    case Kind::Mapping: return "mapping";
    case Kind::SourceMap: return "sourcemap";
    case Kind::Manifest: return "manifest";
    case Kind::Unwind: return "unwind";
  }
  return "unknown";
}

std::uint64_t checksum_of(Bytes bytes) {
  if (bytes.size() <= bytes_at_once) return XXH3_64bits(bytes.data(), bytes.size());
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  in_pieces(bytes, [&](Bytes piece) { XXH3_64bits_update(&state, piece.data(), piece.size()); });
  return XXH3_64bits_digest(&state);
}

ImageId content_id(Bytes bytes) { return fingerprint_of(bytes).id; }

// XXH3 has the same state for 64 and for 128 bits.
Fingerprint fingerprint_of(Bytes bytes) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  in_pieces(bytes, [&](Bytes piece) { XXH3_128bits_update(&state, piece.data(), piece.size()); });
  XXH128_canonical_t hash;
  XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(&state));
  return {*ImageId::from_bytes(hash.digest), XXH3_64bits_digest(&state)};
}

bool looks_like_index(Bytes beginning) {
  std::uint32_t first = 0;
  if (beginning.size() < sizeof first) return false;
  std::memcpy(&first, beginning.data(), sizeof first);
  return first == magic || first == __builtin_bswap32(magic);
}

Result<Envelope> Envelope::open(Bytes file) {
  if (!looks_like_index(file)) return fail("is not a symkit index");
  if (file.size() < sizeof(Header)) return fail("is truncated within its header");
  Header header;
  std::memcpy(&header, file.data(), sizeof header);
  if (header.magic != magic) return fail("has its bytes in the wrong order");
  if (header.version != format_version)
    return fail(say("is an index of format version ", header.version, ", this program reads version ",
                    format_version, "; prepare it again with symprep"));
  if (header.file_size != file.size())
    return fail(say("has the wrong size: ", file.size(), " bytes instead of ", header.file_size));
  const Bytes table = slice(file, sizeof header, header.section_count * sizeof(SectionRecord));
  if (table.size() != header.section_count * sizeof(SectionRecord))
    return fail("has a truncated section table");
  Envelope envelope;
  envelope.file_ = file;
  envelope.sections_ = {reinterpret_cast<const SectionRecord*>(table.data()), header.section_count};
  if (header_checksum(header, envelope.sections_) != header.checksum) return fail("has a damaged header");
  const auto id = ImageId::from_bytes(slice(header.id, 0, header.id_size));
  if (!is_known(header.kind) || (!id && header.id_size != 0)) return fail("has a damaged header");
  for (const SectionRecord& section : envelope.sections_)
    if (section.offset % alignment != 0 || section.offset > file.size() ||
        section.size > file.size() - section.offset)
      return fail("has a section that runs past its end");
  envelope.kind_ = static_cast<Kind>(header.kind);
  envelope.id_ = id.value_or(ImageId());
  envelope.source_stamp_ = header.source_stamp;
  return envelope;
}

Bytes Envelope::section(std::uint32_t tag) const {
  const auto found = std::ranges::find(sections_, tag, &SectionRecord::tag);
  if (found == sections_.end()) return {};
  return slice(file_, found->offset, found->size);
}

std::vector<std::uint32_t> Envelope::tags() const {
  std::vector<std::uint32_t> all;
  for (const SectionRecord& section : sections_) all.push_back(section.tag);
  return all;
}

Result<void> Envelope::verify_checksums() const {
  for (const SectionRecord& section : sections_)
    if (checksum_of(slice(file_, section.offset, section.size)) != section.checksum)
      return fail("is damaged: a checksum does not match");
  return {};
}

std::vector<std::uint8_t> seal(Kind kind, const ImageId& id, std::uint64_t source_stamp,
                               std::span<const SectionContent> sections, unsigned jobs) {
  Header header;
  header.kind = static_cast<std::uint16_t>(kind);
  header.source_stamp = source_stamp;
  header.id_size = static_cast<std::uint8_t>(id.bytes().size());
  header.section_count = static_cast<std::uint8_t>(sections.size());
  std::ranges::copy(id.bytes(), header.id);
  std::vector<SectionRecord> records;
  std::vector<std::pair<std::uint64_t, Bytes>> parts;  // and where each goes
  std::size_t end = sizeof header + sections.size() * sizeof(SectionRecord);
  for (const SectionContent& section : sections) {
    const std::size_t begin = end = aligned(end);
    for (const Bytes part : section.parts) {
      parts.emplace_back(end, part);
      end += part.size();
    }
    records.push_back({section.tag, 0, begin, end - begin, 0});
  }
  header.file_size = end;
  std::vector<std::uint8_t> file;
  reserve_large(file, end);
  file.resize(end);
  io::for_each_item(jobs, parts.size(), [&](unsigned, std::size_t i) {
    std::ranges::copy(parts[i].second, file.begin() + static_cast<std::ptrdiff_t>(parts[i].first));
  });
  io::for_each_item(jobs, records.size(), [&](unsigned, std::size_t i) {
    records[i].checksum = checksum_of(Bytes(file).subspan(records[i].offset, records[i].size));
  });
  header.checksum = header_checksum(header, records);
  std::memcpy(file.data(), &header, sizeof header);
  if (!records.empty())
    std::memcpy(file.data() + sizeof header, records.data(), records.size() * sizeof(SectionRecord));
  return file;
}

}  // namespace symkit::index
