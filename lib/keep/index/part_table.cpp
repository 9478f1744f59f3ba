#include "keep/index/part_table.h"

#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "keep/index/manifest.h"

namespace symkit::index {

void put_seal(Buffer& table, const PartSeal& seal) {
  put_fixed(table, seal.size, 8);
  put_fixed(table, seal.checksum, 8);
}

std::vector<std::uint8_t> seal_manifest(const Envelope& whole, const Buffer& table,
                                        std::vector<SectionContent> sections) {
  Buffer kind;
  put_fixed(kind, static_cast<std::uint64_t>(whole.kind()), 2);
  const Buffer digest = digest_of(whole);
  sections.insert(sections.end(),
                  {{cut_kind_tag, Bytes(kind)}, {part_table_tag, Bytes(table)}, {whole_tag, Bytes(digest)}});
  return seal(Kind::Manifest, whole.id(), whole.source_stamp(), sections);
}

Kind kind_of_whole(const Envelope& manifest) {
  if (manifest.kind() != Kind::Manifest) return manifest.kind();
  const Bytes kind = manifest.section(cut_kind_tag);
  return kind.empty() ? Kind::Native : static_cast<Kind>(fixed_at(kind, 0, 2));
}

bool leads_to_parts(Bytes bytes) {
  const auto envelope = Envelope::open(bytes);
  return envelope && envelope->kind() == Kind::Manifest && kind_of_whole(*envelope) != Kind::Native;
}

Result<std::vector<PartSeal>> read_part_table(const Envelope& manifest) {
  if (manifest.kind() != Kind::Manifest) return fail("is not the manifest of an index in parts");
  if (const auto whole = manifest.verify_checksums(); !whole) return fail(whole.error());
  constexpr std::uint64_t largest_part = std::uint64_t{64} << 20;
  std::vector<PartSeal> parts;
  Cursor at(manifest.section(part_table_tag), Endian::Little);
  while (!at.at_end()) {
    const PartSeal seal{.size = at.u64(), .checksum = at.u64()};
    if (at.failed() || seal.size == 0 || seal.size > largest_part) at.fail();
    if (!at.failed()) parts.push_back(seal);
  }
  if (at.failed()) return fail("is damaged: its table of parts is inconsistent");
  return parts;
}

Result<std::vector<PartSeal>> parts_of(Bytes bytes) {
  const auto envelope = Envelope::open(bytes);
  if (!envelope) return fail(envelope.error());
  if (kind_of_whole(*envelope) != Kind::Native) return read_part_table(*envelope);
  const auto manifest = Manifest::open(bytes);
  if (!manifest) return fail(manifest.error());
  std::vector<PartSeal> parts;
  for (std::uint32_t part = 1; part <= manifest->parts(); ++part)
    parts.push_back({manifest->size_of_part(part), manifest->checksum_of_part(part)});
  return parts;
}

}  // namespace symkit::index
