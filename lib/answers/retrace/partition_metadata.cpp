#include "answers/retrace/partition_metadata.h"

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::retrace {
namespace {

constexpr std::uint16_t magic = 0xaaa8;
constexpr std::uint16_t only_version = 0;
constexpr std::uint16_t with_part_names = 1;
constexpr std::uint16_t header_element = 0;

std::string_view text_of(Cursor& at, std::uint64_t size) { return as_text(at.bytes(size)); }

// Elements of an unknown kind are skipped by their size.
std::string_view read_header(Bytes elements, bool& is_whole) {
  std::string_view header;
  Cursor at(elements, Endian::Big);
  for (unsigned left = elements.empty() ? 0 : at.u16(); left > 0 && !at.failed(); --left) {
    const std::uint16_t kind = at.u16();
    const std::string_view content = text_of(at, at.u32());
    if (kind == header_element) header = content;
  }
  is_whole = !at.failed();
  return header;
}

}  // namespace

bool looks_like_metadata(Bytes beginning) {
  Cursor at(beginning, Endian::Big);
  const std::uint16_t first = at.u16();
  return !at.failed() && (first == magic || first == only_version || first == with_part_names);
}

Result<PartitionMetadata> read_partition_metadata(Bytes bytes) {
  const auto broken = [] { return fail(say(metadata_name, ": is truncated or broken")); };
  Cursor at(bytes, Endian::Big);
  std::uint16_t strategy = at.u16();
  if (strategy == magic) strategy = at.u16();
  if (at.failed()) return broken();
  PartitionMetadata metadata;
  if (strategy == only_version) {
    metadata.version = text_of(at, at.remaining());
  } else if (strategy == with_part_names) {
    metadata.version = text_of(at, at.u16());
    metadata.part_names = text_of(at, at.u32());
    const std::uint32_t size = at.u32();
    bool is_whole = true;
    metadata.header = read_header(at.bytes(size), is_whole);
    if (at.failed() || !is_whole) return broken();
  } else {
    return fail(say(metadata_name, ": the mapping is divided in a way (", strategy,
                    ") that this version does not know: is it from a newer R8?"));
  }
  if (metadata.version == "unknown") metadata.version = {};
  return metadata;
}

}  // namespace symkit::retrace
