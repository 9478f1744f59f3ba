// The notes of a core file, one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"

namespace symkit::dumps {

// Types of the notes named CORE.
namespace core_note {
inline constexpr std::uint32_t status_of_thread = 1;
inline constexpr std::uint32_t floats = 2;
inline constexpr std::uint32_t program = 3;
inline constexpr std::uint32_t auxiliary_vector = 6;
inline constexpr std::uint32_t signal_information = 0x53494749;
inline constexpr std::uint32_t mapped_files = 0x46494c45;
// Of those named LINUX.
inline constexpr std::uint32_t extended_x86 = 0x202;
inline constexpr std::uint32_t vectors_x86 = 0x46e62b7f;
}  // namespace core_note

struct CoreNote {
  std::uint32_t type = 0;
  std::string_view name;
  Bytes content;
  Bytes whole;  // with its header

  bool is(std::uint32_t other) const { return type == other && name.starts_with("CORE"); }
  bool is_extra(std::uint32_t other) const { return type == other && name.starts_with("LINUX"); }
};

// Up to the first that is cut off.
template <class Take>
void each_core_note(Bytes notes, Endian endian, Take take) {
  Cursor at(notes, endian);
  while (at.remaining() >= 12) {
    const std::size_t begin = at.offset();
    const std::uint32_t name_size = at.u32(), size = at.u32();
    CoreNote note{.type = at.u32(), .name = {}, .content = {}, .whole = {}};
    note.name = as_text(at.bytes(name_size));
    at.skip(-name_size & 3U);
    note.content = at.bytes(size);
    if (at.failed()) return;
    at.skip(std::min<std::size_t>(-size & 3U, at.remaining()));
    note.whole = notes.subspan(begin, at.offset() - begin);
    take(note);
  }
}

}  // namespace symkit::dumps
