#include "ground/base/wasm_sections.h"

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit {
namespace {

constexpr std::uint32_t magic = 0x6d736100;  // "\0asm"
constexpr std::uint32_t module_version = 1;
constexpr std::size_t header_size = 8;

}  // namespace

bool is_wasm(Bytes beginning) {
  Cursor at(beginning, Endian::Little);
  return at.u32() == magic && at.u32() == module_version;
}

Result<void> each_wasm_section(Bytes module, const std::function<void(const WasmSection&)>& visit) {
  Cursor at(module, Endian::Little, header_size);
  while (!at.at_end()) {
    const std::size_t begin = at.offset();
    WasmSection section;
    section.id = at.u8();
    const std::uint64_t size = at.uleb();
    section.content_at = at.offset();
    section.content = at.bytes(size);
    if (at.failed())
      return fail(say("truncated: section ", unsigned{section.id}, " at ", hex(begin), " (", size,
                      " bytes) runs past the end of the file at ", hex(module.size())));
    if (section.id == WasmSection::custom) {
      Cursor inner(section.content, Endian::Little);
      section.name = as_text(inner.bytes(inner.uleb()));
      if (inner.failed()) continue;
      section.content_at += inner.offset();
      section.content = section.content.subspan(inner.offset());
    }
    visit(section);
  }
  return {};
}

}  // namespace symkit
