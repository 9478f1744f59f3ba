#include "keep/index/placing.h"

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"

namespace symkit::index {
namespace {

// The text base is the number after two texts, and the last number says whether it is known.
std::optional<Buffer> placed_meta(Bytes meta, FileAddress text_base) {
  Cursor at(meta, Endian::Little);
  at.skip(at.uleb());
  at.skip(at.uleb());
  const std::size_t before = at.offset();
  at.uleb();
  if (at.failed() || at.remaining() == 0 || meta.back() != 1) return std::nullopt;
  const Bytes behind = at.bytes(at.remaining() - 1);
  Buffer out(meta.begin(), meta.begin() + static_cast<std::ptrdiff_t>(before));
  put_varint(out, text_base.value);
  out.insert(out.end(), behind.begin(), behind.end());
  put_varint(out, 0);
  return out;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> placed_at(FileAddress text_base, const NativeIndex& index) {
  if (!index.is_relative()) return std::nullopt;
  const Envelope& envelope = index.envelope();
  const auto meta = placed_meta(envelope.section(meta_tag), text_base);
  if (!meta) return std::nullopt;
  std::vector<SectionContent> sections;
  for (const std::uint32_t tag : envelope.tags())
    sections.emplace_back(tag, tag == meta_tag ? Bytes(*meta) : envelope.section(tag));
  return seal(envelope.kind(), envelope.id(), envelope.source_stamp(), sections);
}

}  // namespace symkit::index
