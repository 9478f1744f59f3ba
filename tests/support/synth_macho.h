// Mach-O files assembled from segments with sections, symbols, a UUID and function starts, in each width and
// byte order; and fat files made of them:
//
//   SynthMacho macho({.wide = true, .endian = Endian::Little});
//   macho.id = Buffer(16, 0xab);
//   macho.segments.push_back({.name = "__TEXT", .address = 0x100000000, .sections = {
//       {.name = "__text", .address = 0x100000100, .bytes = Buffer(16), .flags = SynthMacho::code}}});
//   macho.symbols.push_back({.name = "_main", .value = 0x100000100, .section = "__text"});
//   const Buffer file = macho.build();
#pragma once

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/assembler.h"

namespace symkit::test {

struct MachoForm {
  bool wide = true;
  Endian endian = Endian::Little;
};

inline constexpr MachoForm macho_forms[] = {
    {false, Endian::Little}, {false, Endian::Big}, {true, Endian::Little}, {true, Endian::Big}};

struct MachoRelocation {
  std::uint32_t offset = 0;
  std::uint32_t symbol = 0;  // its number, or a section's
  unsigned type = 0;
  unsigned power = 3;  // of two: the width
  bool external = true;
  bool relative = false;
};

struct MachoSection {
  std::string name = {};  // cut at 16 characters
  std::uint64_t address = 0;
  Buffer bytes = {};
  std::uint32_t flags = 0;
  std::uint64_t size = 0;    // of zero-fill
  std::string segment = {};  // where it is not the name of the segment that lists it (object files)
  std::vector<MachoRelocation> relocations = {};
};

struct MachoSegment {
  std::string name = {};
  std::uint64_t address = 0;
  std::vector<MachoSection> sections = {};
  bool only_mentioned = false;                    // as in a dSYM: no bytes of it are in the file
  std::optional<std::uint64_t> file_offset = {};  // where it has to be; otherwise behind what is there
};

struct MachoSymbol {
  std::string name = {};
  std::uint64_t value = 0;
  std::string section = {};  // empty: NO_SECT
  std::uint8_t type = 0x0f;  // N_SECT | N_EXT
  std::uint16_t description = 0;
};

class SynthMacho {
 public:
  static constexpr std::uint32_t code = 0x80000400;
  static constexpr std::uint32_t debug = 0x02000000;
  static constexpr std::uint32_t zero_fill = 1;

  // A part of the file; between parts there are zeros, gigabytes of them if need be.
  using Parts = std::vector<std::pair<std::uint64_t, Buffer>>;

  explicit SynthMacho(MachoForm form = {}) : form(form) {}

  MachoForm form;
  std::uint32_t cpu_type = 0x0100000c;
  std::uint32_t cpu_subtype = 0;
  std::uint32_t file_type = 2;  // 1 is an object file, 6 a library, 10 a dSYM
  Buffer id;
  std::vector<MachoSegment> segments;
  std::vector<MachoSymbol> symbols;
  std::vector<std::uint64_t> function_starts;  // distances, the first one from __TEXT

  Buffer build() const {
    Buffer file;
    for (const auto& [offset, bytes] : parts()) {
      file.resize(std::max<std::size_t>(file.size(), offset + bytes.size()));
      std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    return file;
  }

  // With holes where there are zeros: the only way to have a file over 4 GB in a test.
  void write_to(const std::string& path) const {
    std::ofstream file(path, std::ios::binary);
    for (const auto& [offset, bytes] : parts()) {
      file.seekp(static_cast<std::streamoff>(offset));
      file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
  }

 private:
  struct Placed {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::vector<std::uint64_t> relocations_at;
  };

  unsigned word() const { return form.wide ? 8 : 4; }
  std::size_t header_size() const { return form.wide ? 32 : 28; }
  Assembler assembler() const { return Assembler(form.endian, word()); }
  bool has_link_edit() const { return !symbols.empty() || !function_starts.empty(); }

  Parts parts() const {
    Parts parts;
    std::uint64_t end = header_size() + commands_size();
    std::vector<Placed> placed;
    for (const MachoSegment& segment : segments) placed.push_back(place(segment, end, parts));
    const std::uint64_t tables = (end + 7) / 8 * 8;
    const Buffer records = symbol_records();
    const Buffer strings = string_table();
    const Buffer starts = start_distances();
    const std::uint64_t strings_at = tables + records.size();
    const std::uint64_t starts_at = strings_at + strings.size();
    parts.emplace_back(tables, records);
    parts.emplace_back(strings_at, strings);
    parts.emplace_back(starts_at, starts);

    Assembler out = assembler();
    write_header(out);
    for (std::size_t i = 0; i < segments.size(); ++i) write_segment(out, segments[i], placed[i]);
    if (!id.empty()) out.u32(0x1b).u32(24).bytes(id);
    if (has_link_edit()) {
      const Placed all{tables, records.size() + strings.size() + starts.size(), {}};
      if (file_type != 1) write_segment(out, {.name = "__LINKEDIT", .address = 0x7fff0000}, all);
      out.u32(2).u32(24).u32(tables).u32(symbols.size()).u32(strings_at).u32(strings.size());
      out.u32(0x26).u32(16).u32(starts_at).u32(starts.size());
    }
    parts.insert(parts.begin(), {0, out.finish()});
    return parts;
  }

  std::size_t segment_command_size(std::size_t sections) const {
    return form.wide ? 72 + sections * 80 : 56 + sections * 68;
  }

  std::size_t commands_size() const {
    std::size_t size = id.empty() ? 0 : 24;
    for (const MachoSegment& segment : segments) size += segment_command_size(segment.sections.size());
    if (has_link_edit()) size += 24 + 16 + (file_type != 1 ? segment_command_size(0) : 0);
    return size;
  }

  // Puts the bytes of a segment's sections as far apart as their addresses are; moves `end` behind them.
  Placed place(const MachoSegment& segment, std::uint64_t& end, Parts& parts) const {
    Placed placed;
    if (segment.only_mentioned) return placed;
    placed.offset = segment.file_offset.value_or((end + 7) / 8 * 8);
    end = placed.offset;
    for (const MachoSection& section : segment.sections) {
      if (section.bytes.empty()) continue;
      const std::uint64_t at = placed.offset + (section.address - segment.address);
      parts.emplace_back(at, section.bytes);
      end = std::max(end, at + section.bytes.size());
    }
    placed.size = end - placed.offset;
    for (const MachoSection& section : segment.sections) {
      placed.relocations_at.push_back(end);
      Buffer bytes = relocation_records(section);
      const std::size_t size = bytes.size();
      parts.emplace_back(end, std::move(bytes));
      end += size;
    }
    return placed;
  }

  // The second word is a C bit field: each byte order has it from its own end.
  Buffer relocation_records(const MachoSection& section) const {
    Assembler out = assembler();
    for (const MachoRelocation& r : section.relocations) {
      const std::uint32_t little = r.symbol | static_cast<std::uint32_t>(r.relative) << 24 | r.power << 25 |
                                   static_cast<std::uint32_t>(r.external) << 27 | r.type << 28;
      const std::uint32_t big = r.symbol << 8 | static_cast<std::uint32_t>(r.relative) << 7 | r.power << 5 |
                                static_cast<std::uint32_t>(r.external) << 4 | r.type;
      out.u32(r.offset).u32(form.endian == Endian::Little ? little : big);
    }
    return out.finish();
  }

  void write_header(Assembler& out) const {
    const std::size_t commands =
        segments.size() + (id.empty() ? 0 : 1) + (has_link_edit() ? 2 + (file_type != 1 ? 1 : 0) : 0);
    out.u32(form.wide ? 0xfeedfacf : 0xfeedface).u32(cpu_type).u32(cpu_subtype).u32(file_type);
    out.u32(commands).u32(commands_size()).u32(0);
    if (form.wide) out.u32(0);
  }

  void write_segment(Assembler& out, const MachoSegment& segment, const Placed& placed) const {
    out.u32(form.wide ? 0x19 : 1).u32(segment_command_size(segment.sections.size()));
    out.fixed_text(segment.name, 16)
        .address(segment.address)
        .address(memory_size(segment, placed))
        .address(placed.offset);
    out.address(placed.size).u32(5).u32(5).u32(segment.sections.size()).u32(0);
    for (std::size_t i = 0; i < segment.sections.size(); ++i) {
      const MachoSection& section = segment.sections[i];
      const std::uint64_t size = section.bytes.empty() ? section.size : section.bytes.size();
      out.fixed_text(section.name, 16)
          .fixed_text(section.segment.empty() ? segment.name : section.segment, 16);
      out.address(section.address).address(size);
      // What a dSYM only mentions keeps the offset that it had in the image: it must not be followed.
      const std::uint64_t offset = placed.offset + (section.address - segment.address);
      out.u32(segment.only_mentioned ? 16 : section.bytes.empty() ? 0 : offset).u32(0);
      out.u32(section.relocations.empty() ? 0 : placed.relocations_at[i]).u32(section.relocations.size());
      out.u32(section.flags).zeros(form.wide ? 12 : 8);
    }
  }

  static std::uint64_t memory_size(const MachoSegment& segment, const Placed& placed) {
    std::uint64_t size = placed.size;
    for (const MachoSection& section : segment.sections)
      size = std::max(size, section.address - segment.address +
                                std::max<std::uint64_t>(section.bytes.size(), section.size));
    return size;
  }

  std::uint8_t section_number(const std::string& name) const {
    std::uint8_t number = 0;
    for (const MachoSegment& segment : segments)
      for (const MachoSection& section : segment.sections)
        if (++number; section.name == name) return number;
    return 0;
  }

  Buffer symbol_records() const {
    Assembler out = assembler();
    std::size_t name = 1;
    for (const MachoSymbol& symbol : symbols) {
      out.u32(name)
          .u8(symbol.type)
          .u8(section_number(symbol.section))
          .u16(symbol.description)
          .address(symbol.value);
      name += symbol.name.size() + 1;
    }
    return out.finish();
  }

  Buffer string_table() const {
    if (symbols.empty()) return {};
    Assembler out = assembler();
    out.u8(0);
    for (const MachoSymbol& symbol : symbols) out.cstring(symbol.name);
    return out.finish();
  }

  Buffer start_distances() const {
    if (function_starts.empty()) return {};
    Assembler out = assembler();
    for (const std::uint64_t distance : function_starts) out.uleb(distance);
    return out.u8(0).align(4).finish();
  }
};

struct FatSlice {
  std::uint32_t cpu_type = 0;
  std::uint32_t cpu_subtype = 0;
  Buffer bytes = {};
};

// `wide`: with 64-bit offsets (FAT_MAGIC_64).
inline Buffer fat_file(const std::vector<FatSlice>& slices, bool wide) {
  Assembler out(Endian::Big, wide ? 8 : 4);
  out.u32(wide ? 0xcafebabf : 0xcafebabe).u32(slices.size());
  std::uint64_t at = (8 + slices.size() * (wide ? 32 : 20) + 15) / 16 * 16;
  for (const FatSlice& slice : slices) {
    out.u32(slice.cpu_type).u32(slice.cpu_subtype).address(at).address(slice.bytes.size()).u32(4);
    if (wide) out.u32(0);
    at += (slice.bytes.size() + 15) / 16 * 16;
  }
  for (const FatSlice& slice : slices) out.align(16).bytes(slice.bytes);
  return out.finish();
}

}  // namespace symkit::test
