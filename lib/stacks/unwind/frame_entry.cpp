#include "stacks/unwind/frame_entry.h"

#include <string_view>

#include "ground/base/cursor.h"
#include "stacks/unwind/encoded_pointer.h"

namespace symkit::unwind {
namespace {

// A record's length, and whose it is.
struct Head {
  std::uint64_t begin = 0;  // of what follows the length
  std::uint64_t end = 0;
  std::uint64_t common = 0;  // the offset of its CIE
  bool is_common = false;    // it is one
  std::uint64_t rest = 0;    // what follows the CIE pointer
};

std::optional<Head> read_head(const FrameSection& section, std::uint64_t offset) {
  Cursor at(section.data, section.endian);
  at.seek(offset);
  std::uint64_t length = at.u32();
  const bool is_wide = length == UINT32_MAX;
  if (is_wide) length = at.u64();
  if (at.failed() || length == 0 || length > at.remaining()) return std::nullopt;
  Head head{.begin = at.offset(), .end = at.offset() + length};
  // .eh_frame counts from this field back, .debug_frame from the section's begin.
  const std::uint64_t field = at.offset();
  const std::uint64_t pointer = is_wide ? at.u64() : at.u32();
  head.rest = at.offset();
  if (at.failed()) return std::nullopt;
  if (section.is_debug_frame) {
    head.is_common = pointer == (is_wide ? UINT64_MAX : UINT32_MAX);
    head.common = pointer;
  } else {
    head.is_common = pointer == 0;
    if (pointer > field) return std::nullopt;
    head.common = field - pointer;
  }
  return head;
}

// The data that the letters after a z announce: only the encoding of the functions' addresses matters here.
bool read_augmentation(Cursor data, std::string_view letters, FrameEntry& entry) {
  for (const char letter : letters) {
    if (letter == 'R') {
      entry.pointer_encoding = data.u8();
    } else if (letter == 'L') {
      data.u8();
    } else if (letter == 'P') {
      const std::uint8_t encoding = data.u8();
      if (encoding == 0x50) return false;  // aligned: not since the 1990s
      // Its value does not matter, but its size does.
      if (encoding != no_pointer) read_pointer(data, encoding & 0x0f, entry.address_size, {});
    } else if (letter != 'z' && letter != 'S' && letter != 'B' && letter != 'G') {
      break;  // unknown: the rest of the data is skipped
    }
  }
  return !data.failed();
}

// Reads a CIE into what it says of its functions. `has_data`: their entries have data of their own.
bool read_common(const FrameSection& section, std::uint64_t offset, FrameEntry& entry, bool& has_data) {
  const auto head = read_head(section, offset);
  if (!head || !head->is_common) return false;
  Cursor at(section.data.first(static_cast<std::size_t>(head->end)), section.endian);
  at.seek(head->rest);
  const std::uint8_t version = at.u8();
  if (version != 1 && version != 3 && version != 4) return false;
  const std::string_view augmentation = at.cstring();
  entry.address_size = section.address_size;
  if (version == 4) {
    entry.address_size = at.u8();
    if (at.u8() != 0) return false;  // segments
  }
  const bool is_old = augmentation == "eh";  // GCC before 3
  if (is_old) at.skip(entry.address_size);
  entry.code_step = at.uleb();
  entry.data_step = at.sleb();
  entry.return_register = version == 1 ? at.u8() : at.uleb();
  entry.endian = section.endian;
  has_data = augmentation.starts_with('z');
  if (!has_data && !augmentation.empty() && !is_old && augmentation != "S") return false;
  entry.is_signal_frame = augmentation.contains('S');
  if (has_data && !read_augmentation(Cursor(at.bytes(at.uleb()), section.endian), augmentation, entry))
    return false;
  entry.common_program = at.rest();
  return !at.failed() && (entry.address_size == 4 || entry.address_size == 8);
}

std::optional<FrameEntry> read_entry(const FrameSection& section, const Head& head) {
  FrameEntry entry;
  bool has_data = false;
  if (!read_common(section, head.common, entry, has_data)) return std::nullopt;
  Cursor at(section.data.first(static_cast<std::size_t>(head.end)), section.endian);
  at.seek(head.rest);
  const PointerBases bases{.section = section.address};
  const auto begin = read_pointer(at, entry.pointer_encoding, entry.address_size, bases);
  // The size has the format of the begin, and is relative to nothing.
  const auto size = read_pointer(at, entry.pointer_encoding & 0x0f, entry.address_size, {});
  if (!begin || !size || *size > UINT64_MAX - *begin) return std::nullopt;
  entry.begin = *begin;
  entry.end = *begin + *size;
  if (has_data) at.skip(at.uleb());
  if (at.failed()) return std::nullopt;
  entry.program_address = section.address + at.offset();
  entry.program = at.rest();
  return entry;
}

}  // namespace

std::optional<FrameRecord> read_record(const FrameSection& section, std::uint64_t offset) {
  const auto head = read_head(section, offset);
  if (!head) return std::nullopt;
  FrameRecord record{.next = head->end, .entry = std::nullopt};
  if (!head->is_common) record.entry = read_entry(section, *head);
  return record;
}

std::optional<FrameEntry> entry_at(const FrameSection& section, std::uint64_t offset, std::uint64_t address) {
  const auto head = read_head(section, offset);
  auto entry = head && !head->is_common ? read_entry(section, *head) : std::nullopt;
  if (entry && (address < entry->begin || address >= entry->end)) entry.reset();
  return entry;
}

}  // namespace symkit::unwind
