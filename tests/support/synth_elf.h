// ELF files assembled from a list of sections, symbols and an id, in each width and byte order:
//
//   SynthElf elf({.wide = true, .endian = Endian::Big});
//   elf.id = {0xab, 0xcd};
//   elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16), .flags = SynthElf::code});
//   elf.symbols.push_back({.name = "main", .value = 0x1000, .section = ".text"});
//   const Buffer file = elf.build();
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/assembler.h"
#include "support/packing.h"

namespace symkit::test {

struct ElfForm {
  bool wide = true;
  Endian endian = Endian::Little;
};

inline constexpr ElfForm elf_forms[] = {
    {false, Endian::Little}, {false, Endian::Big}, {true, Endian::Little}, {true, Endian::Big}};

struct ElfSection {
  std::string name = {};
  std::uint64_t address = 0;
  Buffer bytes = {};
  std::uint64_t flags = 0;
  std::uint32_t type = 1;  // SHT_PROGBITS
  Packing packing = Packing::None;
  std::uint64_t align = 1;
  std::uint64_t size = 0;  // SHT_NOBITS: what it would have
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t entry_size = 0;
};

struct ElfSymbol {
  std::string name = {};
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  std::string section = {};  // empty: `index` is used
  std::uint16_t index = 0;   // SHN_UNDEF, SHN_ABS …
  unsigned type = 2;         // STT_FUNC
  unsigned binding = 1;      // STB_GLOBAL
};

struct ElfRelocation {
  std::uint64_t offset = 0;
  std::uint32_t type = 0;
  std::string symbol = {};
  std::int64_t addend = 0;
};

struct ElfSegment {
  std::uint32_t type = 1;  // PT_LOAD
  std::uint64_t address = 0;
  std::string section = {};  // whose bytes in the file it covers; empty: none
  std::uint64_t align = 0x1000;
};

class SynthElf {
 public:
  static constexpr std::uint64_t allocated = 2;
  static constexpr std::uint64_t code = 2 | 4;
  static constexpr std::uint32_t no_bits = 8;

  explicit SynthElf(ElfForm form = {}) : form(form) {}

  ElfForm form;
  std::uint16_t machine = 62;  // EM_X86_64
  std::uint16_t type = 3;      // ET_DYN; 1 is an object file, 2 an executable
  Buffer id;                   // .note.gnu.build-id
  bool id_in_segment = false;  // and a PT_NOTE that covers it
  std::string debug_link;
  std::uint32_t debug_link_crc = 0;
  std::vector<ElfSymbol> symbols;
  bool dynamic_symbols = false;     // the symbols go to .dynsym
  bool extended_numbering = false;  // counts stand in section 0, symbols have SHN_XINDEX
  bool without_section_table = false;
  std::vector<ElfSegment> segments;

  void add(ElfSection section) { sections_.push_back(std::move(section)); }

  // .rela… or .rel… for a section that was added before. Symbols must be there when build() is called.
  void relocate(const std::string& target, std::vector<ElfRelocation> relocations, bool with_addends = true) {
    relocations_.push_back({target, std::move(relocations), with_addends});
  }

  Buffer build() const {
    const std::vector<ElfSection> all = all_sections();
    Assembler out(form.endian, word());
    std::vector<ElfSegment> headers = segments;
    if (id_in_segment) headers.push_back({4, 0, ".note.gnu.build-id", 4});
    const std::size_t table_at = header_size() + headers.size() * (form.wide ? 56 : 32);
    const std::vector<std::uint64_t> offsets = place(all, table_at);
    const std::uint64_t sections_at = (offsets.back() + 7) / 8 * 8;
    write_header(out, headers.size(), all.size(), sections_at);
    for (const ElfSegment& segment : headers) write_segment(out, segment, all, offsets);
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (without_section_table && i + 1 == all.size()) break;  // nobody would find the names
      out.zeros(offsets[i] - out.size());
      out.bytes(all[i].bytes);
    }
    if (without_section_table) return out.finish();
    out.zeros(sections_at - out.size());
    write_sections(out, all, offsets);
    return out.finish();
  }

 private:
  struct RelocationList {
    std::string target;
    std::vector<ElfRelocation> entries;
    bool with_addends;
  };

  unsigned word() const { return form.wide ? 8 : 4; }
  std::size_t header_size() const { return form.wide ? 64 : 52; }
  Assembler assembler() const { return Assembler(form.endian, word()); }

  static std::uint32_t index_of(const std::vector<ElfSection>& all, const std::string& name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ElfSection& s) { return s.name == name; });
    return found == all.end() ? 0 : static_cast<std::uint32_t>(found - all.begin());
  }

  // Those given, then those made from the other fields; section 0 first, section names last.
  std::vector<ElfSection> all_sections() const {
    std::vector<ElfSection> all{ElfSection{.type = 0}};
    all.insert(all.end(), sections_.begin(), sections_.end());
    for (ElfSection& section : all) pack(section);
    if (!id.empty())
      all.push_back(
          {.name = ".note.gnu.build-id", .bytes = note(), .flags = allocated, .type = 7, .align = 4});
    if (!debug_link.empty()) all.push_back({.name = ".gnu_debuglink", .bytes = link()});
    if (!symbols.empty()) add_symbols(all);
    for (const RelocationList& list : relocations_) all.push_back(relocation_section(list, all));
    ElfSection names{.name = ".shstrtab", .type = 3};
    all.push_back(names);
    Assembler text = assembler();
    for (const ElfSection& section : all) text.cstring(section.name);
    all.back().bytes = text.finish();
    if (extended_numbering) {
      all[0].size = all.size();
      all[0].link = static_cast<std::uint32_t>(all.size() - 1);
    }
    return all;
  }

  void pack(ElfSection& section) const {
    if (section.packing == Packing::None) return;
    if (section.packing != Packing::OldZlib) section.flags |= 0x800;  // SHF_COMPRESSED
    section.bytes = packed(section.bytes, section.packing, form.endian, form.wide);
  }

  Buffer note() const {
    return assembler().u32(4).u32(id.size()).u32(3).cstring("GNU").bytes(id).align(4).finish();
  }

  Buffer link() const { return assembler().cstring(debug_link).align(4).u32(debug_link_crc).finish(); }

  void add_symbols(std::vector<ElfSection>& all) const {
    Assembler names = assembler();
    Assembler records = assembler();
    Assembler indexes = assembler();
    names.u8(0);
    records.zeros(form.wide ? 24 : 16);
    indexes.u32(0);
    for (const ElfSymbol& symbol : symbols) {
      const std::uint32_t index = symbol.section.empty() ? symbol.index : index_of(all, symbol.section);
      const bool extended = extended_numbering && !symbol.section.empty();
      write_symbol(records, symbol, names.size(), extended ? 0xffff : index);
      indexes.u32(extended ? index : 0);
      names.cstring(symbol.name);
    }
    const auto first = static_cast<std::uint32_t>(all.size());
    all.push_back({.name = dynamic_symbols ? ".dynsym" : ".symtab",
                   .bytes = records.finish(),
                   .type = dynamic_symbols ? 11U : 2U,
                   .align = word(),
                   .link = first + 1,
                   .entry_size = form.wide ? 24U : 16U});
    all.push_back({.name = dynamic_symbols ? ".dynstr" : ".strtab", .bytes = names.finish(), .type = 3});
    if (extended_numbering)
      all.push_back({.name = ".symtab_shndx",
                     .bytes = indexes.finish(),
                     .type = 18,
                     .align = 4,
                     .link = first,
                     .entry_size = 4});
  }

  void write_symbol(Assembler& out, const ElfSymbol& symbol, std::size_t name, std::uint32_t index) const {
    out.u32(name);
    if (!form.wide) out.u32(symbol.value).u32(symbol.size);
    out.u8(symbol.binding << 4 | symbol.type).u8(0).u16(index);
    if (form.wide) out.u64(symbol.value).u64(symbol.size);
  }

  std::uint32_t symbol_number(const std::string& name) const {
    const auto found =
        std::find_if(symbols.begin(), symbols.end(), [&](const ElfSymbol& s) { return s.name == name; });
    return found == symbols.end() ? 0 : static_cast<std::uint32_t>(found - symbols.begin() + 1);
  }

  ElfSection relocation_section(const RelocationList& list, const std::vector<ElfSection>& all) const {
    Assembler out = assembler();
    for (const ElfRelocation& entry : list.entries) {
      const std::uint64_t symbol = symbol_number(entry.symbol);
      out.address(entry.offset);
      if (form.wide && machine == 8)
        out.u32(symbol).u8(0).u8(0).u8(0).u8(entry.type);  // MIPS64 is different
      else
        out.address(form.wide ? symbol << 32 | entry.type : symbol << 8 | entry.type);
      if (list.with_addends) out.address(static_cast<std::uint64_t>(entry.addend));
    }
    const std::uint32_t symbols_at = index_of(all, dynamic_symbols ? ".dynsym" : ".symtab");
    return {.name = (list.with_addends ? ".rela" : ".rel") + list.target,
            .bytes = out.finish(),
            .type = list.with_addends ? 4U : 9U,
            .align = word(),
            .link = symbols_at,
            .info = index_of(all, list.target),
            .entry_size = word() * (list.with_addends ? 3U : 2U)};
  }

  // The offset of each section; behind the last one where they end.
  static std::vector<std::uint64_t> place(const std::vector<ElfSection>& all, std::size_t begin) {
    std::vector<std::uint64_t> offsets{0};
    std::uint64_t at = begin;
    for (std::size_t i = 1; i < all.size(); ++i) {
      const std::uint64_t align = std::max<std::uint64_t>(all[i].align, 1);
      at = (at + align - 1) / align * align;
      offsets.push_back(at);
      at += all[i].bytes.size();
    }
    offsets.push_back(at);
    return offsets;
  }

  void write_header(Assembler& out, std::size_t segment_count, std::size_t section_count,
                    std::uint64_t sections_at) const {
    const bool table = !without_section_table;
    const bool numbered = table && !extended_numbering;
    out.text(
           "\x7f"
           "ELF")
        .u8(form.wide ? 2 : 1)
        .u8(form.endian == Endian::Big ? 2 : 1)
        .u8(1)
        .zeros(9);
    out.u16(type).u16(machine).u32(1).address(0);
    out.address(segment_count == 0 ? 0 : header_size()).address(table ? sections_at : 0).u32(0);
    out.u16(header_size()).u16(form.wide ? 56 : 32).u16(segment_count);
    out.u16(form.wide ? 64 : 40).u16(numbered ? section_count : 0);
    out.u16(!table ? 0 : extended_numbering ? 0xffff : section_count - 1);
  }

  void write_segment(Assembler& out, const ElfSegment& segment, const std::vector<ElfSection>& all,
                     const std::vector<std::uint64_t>& offsets) const {
    const std::uint32_t index = index_of(all, segment.section);
    const std::uint64_t size = index == 0 ? 0 : all[index].bytes.size();
    const std::uint64_t offset = index == 0 ? 0 : offsets[index];
    out.u32(segment.type);
    if (form.wide) out.u32(5);
    out.address(offset).address(segment.address).address(segment.address).address(size).address(size);
    if (!form.wide) out.u32(5);
    out.address(segment.align);
  }

  void write_sections(Assembler& out, const std::vector<ElfSection>& all,
                      const std::vector<std::uint64_t>& offsets) const {
    std::size_t name = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ElfSection& section = all[i];
      const bool has_bytes = section.type != 0 && section.type != no_bits;
      out.u32(name).u32(section.type).address(section.flags).address(section.address);
      out.address(offsets[i]).address(has_bytes ? section.bytes.size() : section.size);
      out.u32(section.link).u32(section.info).address(section.align).address(section.entry_size);
      name += section.name.size() + 1;
    }
  }

  std::vector<ElfSection> sections_;
  std::vector<RelocationList> relocations_;
};

}  // namespace symkit::test
