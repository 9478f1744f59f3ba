#include "files/container/wasm_file.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "ground/base/wasm_sections.h"
#include "ground/base/words.h"

namespace symkit::container::wasm {
namespace {

namespace section_id {
constexpr std::uint8_t imports = 2;
constexpr std::uint8_t memories = 5;
constexpr std::uint8_t exports = 7;
constexpr std::uint8_t code = 10;
}  // namespace section_id

constexpr std::uint8_t kind_function = 0;
constexpr std::uint8_t function_names = 1;  // a part of the name section

std::string_view text(Cursor& at) { return as_text(at.bytes(at.uleb())); }

// The limits of a table or memory; returns whether it has 64-bit addresses.
bool read_limits(Cursor& at) {
  constexpr std::uint64_t has_most = 1, is_wide = 4, has_page_size = 8;
  const std::uint64_t flags = at.uleb();
  at.skip_leb();
  if ((flags & has_most) != 0) at.skip_leb();
  if ((flags & has_page_size) != 0) at.skip_leb();
  return (flags & is_wide) != 0;
}

// One byte, or a mark and the number of a type.
void skip_value_type(Cursor& at) {
  const std::uint8_t type = at.u8();
  if (type == 0x63 || type == 0x64) at.skip_leb();
}

// The imports, which precede the module's own functions and memories in the numbering.
struct Imports {
  std::uint32_t functions = 0;
  std::optional<bool> wide = {};  // of the first memory, if one is imported
};

Result<Imports> read_imports(Bytes section) {
  Cursor at(section, Endian::Little);
  Imports imports;
  for (std::uint64_t left = at.uleb(); left > 0 && !at.failed(); --left) {
    text(at);
    text(at);
    switch (at.u8()) {
      case kind_function:
        at.skip_leb();
        ++imports.functions;
        break;
      case 1:  // a table
        skip_value_type(at);
        read_limits(at);
        break;
      case 2: {  // a memory
        const bool wide = read_limits(at);
        if (!imports.wide) imports.wide = wide;
        break;
      }
      case 3:  // a global
        skip_value_type(at);
        at.skip(1);
        break;
      case 4:  // a tag
        at.skip(1);
        at.skip_leb();
        break;
      default: at.fail();
    }
  }
  if (at.failed()) return fail("broken: the import section cannot be read");
  return imports;
}

bool is_first_wide(Bytes memories) {
  Cursor at(memories, Endian::Little);
  return at.uleb() > 0 && read_limits(at) && !at.failed();
}

// Numbers count all functions; those from `first` on are defined in the module.
void note_name(WasmFile& file, std::uint64_t number, std::uint32_t first, std::string_view name) {
  if (name.empty() || number < first || number - first >= file.functions.size()) return;
  file.names.try_emplace(static_cast<std::uint32_t>(number - first), name);
}

// Unreadable names are left out, as the code is there nevertheless.
void read_names(WasmFile& file, Bytes section, std::uint32_t first) {
  Cursor parts(section, Endian::Little);
  while (!parts.at_end()) {
    const std::uint8_t part = parts.u8();
    Cursor at(parts.bytes(parts.uleb()), Endian::Little);
    if (part != function_names) continue;
    for (std::uint64_t left = at.uleb(); left > 0; --left) {
      const std::uint64_t number = at.uleb();
      const std::string_view name = text(at);
      if (at.failed()) return;
      note_name(file, number, first, name);
    }
  }
}

void read_exports(WasmFile& file, Bytes section, std::uint32_t first) {
  Cursor at(section, Endian::Little);
  for (std::uint64_t left = at.uleb(); left > 0; --left) {
    const std::string_view name = text(at);
    const std::uint8_t kind = at.u8();
    const std::uint64_t number = at.uleb();
    if (at.failed()) return;
    if (kind == kind_function) note_name(file, number, first, name);
  }
}

Result<void> read_code(WasmFile& file) {
  Cursor at(file.code, Endian::Little);
  const std::uint64_t count = at.uleb();
  if (count > at.remaining()) return fail("broken: the code section is too small for its functions");
  file.functions.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t size = at.uleb();
    const std::uint64_t begin = at.offset();
    at.skip(size);
    if (at.failed()) return fail(say("broken: function ", i, " runs past the end of the code section"));
    file.functions.push_back({begin, size});
  }
  return {};
}

struct Sections {
  Bytes imports;
  Bytes memories;
  Bytes exports;
};

Result<void> read_sections(WasmFile& file, Sections& sections) {
  return each_wasm_section(file.bytes, [&](const WasmSection& section) {
    switch (section.id) {
      case WasmSection::custom: file.custom.push_back({section.name, section.content}); break;
      case section_id::imports: sections.imports = section.content; break;
      case section_id::memories: sections.memories = section.content; break;
      case section_id::exports: sections.exports = section.content; break;
      case section_id::code:
        file.code = section.content;
        file.code_at = section.content_at;
        break;
      default: break;
    }
  });
}

// A section that consists of a text or an id, preceded by its length.
Bytes only_item(const WasmFile& file, std::string_view section) {
  const CustomSection* found = file.find(section);
  if (found == nullptr) return {};
  Cursor at(found->data, Endian::Little);
  return at.bytes(at.uleb());
}

}  // namespace

const CustomSection* WasmFile::find(std::string_view name) const {
  const auto found = std::ranges::find(custom, name, &CustomSection::name);
  return found == custom.end() ? nullptr : &*found;
}

Result<WasmFile> read_wasm_file(Bytes bytes) {
  WasmFile file;
  file.bytes = bytes;
  Sections sections;
  if (const auto read = read_sections(file, sections); !read) return fail(read.error());
  if (file.find("linking") != nullptr)
    return fail("is a WebAssembly object file, whose addresses are not final: link it first");
  if (!file.code.empty())
    if (const auto read = read_code(file); !read) return fail(read.error());
  Imports imports;
  if (!sections.imports.empty()) {
    const auto read = read_imports(sections.imports);
    if (!read) return fail(read.error());
    imports = *read;
  }
  file.wide = imports.wide ? *imports.wide : is_first_wide(sections.memories);
  if (const CustomSection* names = file.find("name")) read_names(file, names->data, imports.functions);
  read_exports(file, sections.exports, imports.functions);
  file.id = ImageId::from_bytes(only_item(file, "build_id"));
  file.debug_file = as_text(only_item(file, "external_debug_info"));
  file.source_map = as_text(only_item(file, "sourceMappingURL"));
  return file;
}

}  // namespace symkit::container::wasm
