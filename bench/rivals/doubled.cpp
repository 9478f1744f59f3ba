// Makes of an image one with twice the debug information: itself, and behind it itself again, a distance further on.
// Entries, line programs, ranges and symbols are there twice, every address and reference of the second copy moved;
// strings and abbreviations are shared, as a linker merges them. Symbolizers must answer the same at both places.
//
// usage: doubled FILE TO      prints: the distance, and the bytes of entries, lines and ranges before and after
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using Bytes = std::vector<unsigned char>;

[[noreturn]] static void fail(const std::string &why) {
  std::fprintf(stderr, "doubled: %s\n", why.c_str());
  std::exit(1);
}

// A position in a section's second copy, that reads over fields and moves them.
struct Cursor {
  Bytes &bytes;
  std::size_t at, end;

  unsigned char *take(std::size_t size) {
    if (size > end - at) fail("a section ends too early");
    at += size;
    return bytes.data() + at - size;
  }
  template <typename Number> Number read() {
    Number number;
    std::memcpy(&number, take(sizeof number), sizeof number);
    return number;
  }
  std::uint64_t leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = read<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
  }
  void string() {
    while (read<std::uint8_t>() != 0) {
    }
  }
  template <typename Number> Number move(std::uint64_t by) {
    unsigned char *const field = take(sizeof(Number));
    Number number;
    std::memcpy(&number, field, sizeof number);
    number = Number(number + by);
    std::memcpy(field, &number, sizeof number);
    return number;
  }
  // A unit's length, of the 32-bit format; gives a cursor of the unit's rest and steps behind it.
  Cursor unit() {
    const auto length = read<std::uint32_t>();
    if (length >= 0xfffffff0) fail("64-bit DWARF");
    const std::size_t begin = at;
    take(length);
    return {bytes, begin, at};
  }
};

struct Distances {
  std::uint64_t address, info, line, ranges, lists;
};

struct Attribute {
  std::uint64_t name, form;
};
using Abbreviations = std::map<std::uint64_t, std::vector<Attribute>>;

static Abbreviations read_abbreviations(Bytes &bytes, std::size_t at) {
  Cursor cursor{bytes, at, bytes.size()};
  Abbreviations all;
  while (const auto code = cursor.leb()) {
    cursor.leb();
    cursor.read<std::uint8_t>();
    auto &attributes = all[code];
    for (;;) {
      const Attribute attribute{cursor.leb(), cursor.leb()};
      if (attribute.form == 0x21) cursor.leb();
      if (attribute.name == 0 && attribute.form == 0) break;
      attributes.push_back(attribute);
    }
  }
  return all;
}

// How far the section lies behind to which an attribute's offset points; 0 where that section is there once only.
static std::uint64_t distance_of(std::uint64_t attribute, unsigned version, const Distances &by) {
  switch (attribute) {
  case 0x10: return by.line;                                // stmt_list
  case 0x55: return version < 5 ? by.ranges : by.lists;     // ranges
  case 0x74: return by.lists;                               // rnglists_base
  default: return 0;
  }
}

static void move_attribute(Cursor &entry, Attribute attribute, unsigned version, const Distances &by) {
  switch (attribute.form) {
  case 0x01: entry.move<std::uint64_t>(by.address); return;                                        // addr
  case 0x06: entry.move<std::uint32_t>(version < 4 ? distance_of(attribute.name, version, by) : 0); return;
  case 0x17: entry.move<std::uint32_t>(distance_of(attribute.name, version, by)); return;          // sec_offset
  case 0x10: entry.move<std::uint32_t>(by.info); return;                                           // ref_addr
  case 0x0b: case 0x0c: case 0x11: case 0x25: entry.take(1); return;
  case 0x05: case 0x12: case 0x26: entry.take(2); return;
  case 0x27: entry.take(3); return;
  case 0x0e: case 0x13: case 0x1d: case 0x1f: case 0x28: case 0x1f20: case 0x1f21: entry.take(4); return;
  case 0x07: case 0x14: case 0x20: entry.take(8); return;
  case 0x1e: entry.take(16); return;
  case 0x0d: case 0x0f: case 0x15: case 0x1a: case 0x22: case 0x23: entry.leb(); return;
  case 0x08: entry.string(); return;
  case 0x03: entry.take(entry.read<std::uint16_t>()); return;
  case 0x04: entry.take(entry.read<std::uint32_t>()); return;
  case 0x09: case 0x18: entry.take(entry.leb()); return;
  case 0x0a: entry.take(entry.read<std::uint8_t>()); return;
  case 0x19: case 0x21: return;
  default: fail("a form that this does not move: " + std::to_string(attribute.form));
  }
}

static void move_info(Bytes &info, Bytes &abbreviations, const Distances &by) {
  std::map<std::uint32_t, Abbreviations> tables;
  for (Cursor all{info, 0, info.size()}; all.at < all.end;) {
    Cursor unit = all.unit();
    const auto version = unit.read<std::uint16_t>();
    const unsigned type = version >= 5 ? unit.read<std::uint8_t>() : 1;
    if (version >= 5) unit.take(1);
    const auto offset = unit.read<std::uint32_t>();
    if (version < 5) unit.take(1);
    if (type == 2 || type == 6) unit.take(12);
    if (type == 4 || type == 5) unit.take(8);
    auto table = tables.find(offset);
    if (table == tables.end()) table = tables.emplace(offset, read_abbreviations(abbreviations, offset)).first;
    while (unit.at < unit.end) {
      const auto code = unit.leb();
      if (code == 0) continue;
      const auto found = table->second.find(code);
      if (found == table->second.end()) fail("an entry without an abbreviation");
      for (const auto &attribute : found->second) move_attribute(unit, attribute, version, by);
    }
  }
}

static void move_lines(Bytes &lines, const Distances &by) {
  for (Cursor all{lines, 0, lines.size()}; all.at < all.end;) {
    Cursor unit = all.unit();
    const auto version = unit.read<std::uint16_t>();
    if (version >= 5) unit.take(2);
    const auto header = unit.read<std::uint32_t>();
    const std::size_t program = unit.at + header;
    unit.take(version >= 4 ? 5 : 4);
    const auto first_special = unit.read<std::uint8_t>();
    const unsigned char *const operands = unit.take(first_special - 1u);
    for (unit.at = program; unit.at < unit.end;) {
      const auto operation = unit.read<std::uint8_t>();
      if (operation == 0) {
        const auto size = unit.leb();
        Cursor inside{unit.bytes, unit.at, unit.end};
        if (inside.read<std::uint8_t>() == 2) inside.move<std::uint64_t>(by.address);  // set_address
        unit.take(size);
      } else if (operation == 9) {
        unit.take(2);  // fixed_advance_pc
      } else if (operation < first_special) {
        for (int left = operands[operation - 1]; left > 0; --left) unit.leb();
      }
    }
  }
}

static void move_lists(Bytes &lists, const Distances &by) {
  for (Cursor all{lists, 0, lists.size()}; all.at < all.end;) {
    Cursor unit = all.unit();
    unit.take(4);
    unit.take(4ul * unit.read<std::uint32_t>());
    while (unit.at < unit.end) {
      switch (unit.read<std::uint8_t>()) {
      case 0: break;
      case 4: unit.leb(), unit.leb(); break;  // against the base, which has moved
      case 5: unit.move<std::uint64_t>(by.address); break;
      case 6: unit.move<std::uint64_t>(by.address), unit.move<std::uint64_t>(by.address); break;
      case 7: unit.move<std::uint64_t>(by.address), unit.leb(); break;
      default: fail("a range list that this does not move");
      }
    }
  }
}

// Of DWARF 2 to 4. Pairs stand against their unit's base, which has moved, or against one that stands among them.
static void move_ranges(Bytes &ranges, const Distances &by) {
  for (Cursor cursor{ranges, 0, ranges.size()}; cursor.end - cursor.at >= 16;)
    cursor.move<std::uint64_t>(cursor.read<std::uint64_t>() == ~std::uint64_t{0} ? by.address : 0);
}

static void move_aranges(Bytes &aranges, const Distances &by) {
  for (Cursor all{aranges, 0, aranges.size()}; all.at < all.end;) {
    const std::size_t begin = all.at;
    Cursor unit = all.unit();
    unit.take(2);
    unit.move<std::uint32_t>(by.info);
    for (unit.at = begin + 16; unit.end - unit.at >= 16;) {
      Cursor look = unit;
      const bool last = look.read<std::uint64_t>() == 0 && look.read<std::uint64_t>() == 0;
      unit.move<std::uint64_t>(last ? 0 : by.address);
      unit.take(8);
    }
  }
}

// An ELF file's sections with their content, to be written again behind what is loaded.
struct Image {
  Elf64_Ehdr header;
  Bytes loaded;  // all before the first section that is not
  std::vector<Elf64_Shdr> sections;
  std::vector<Bytes> contents;

  std::size_t find(const char *name) const {
    const auto &names = contents[header.e_shstrndx];
    for (std::size_t i = 1; i < sections.size(); ++i)
      if (std::strcmp(reinterpret_cast<const char *>(names.data()) + sections[i].sh_name, name) == 0) return i;
    return 0;  // the empty section
  }
  Bytes &named(const char *name) { return contents[find(name)]; }
};

static bool is_loaded(const Elf64_Shdr &section) { return section.sh_flags & SHF_ALLOC; }
static bool is_code(const Elf64_Shdr &section) { return is_loaded(section) && section.sh_flags & SHF_EXECINSTR; }

static Image read_image(const char *path) {
  const int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail(std::string(path) + ": cannot be opened");
  const auto size = std::size_t(status.st_size);
  void *const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED) fail(std::string(path) + ": cannot be mapped");
  const auto *const bytes = static_cast<const unsigned char *>(mapped);
  Image image;
  std::memcpy(&image.header, bytes, sizeof image.header);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB)
    fail(std::string(path) + ": not ELF of 64 bits, little-endian");
  image.sections.resize(image.header.e_shnum);
  std::memcpy(image.sections.data(), bytes + image.header.e_shoff, sizeof(Elf64_Shdr) * image.sections.size());
  std::size_t end = size;
  for (auto &section : image.sections) {
    if (!is_loaded(section) && section.sh_type == SHT_RELA) section = {};  // of a finished image: nothing needs them
    const bool here = section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL && !is_loaded(section);
    if (here && section.sh_flags & SHF_COMPRESSED) fail(std::string(path) + ": unpack its sections before");
    if (here) end = std::min(end, std::size_t(section.sh_offset));
    const auto *const from = bytes + section.sh_offset;
    image.contents.push_back(here ? Bytes(from, from + section.sh_size) : Bytes());
  }
  image.loaded.assign(bytes, bytes + end);
  return image;
}

// Symbols of code, again; local ones stand before the others, as the format demands.
static void double_symbols(Image &image, std::uint64_t distance, const std::map<unsigned, unsigned> &again) {
  const std::size_t index = image.find(".symtab");
  const auto &old = image.contents[index];
  Bytes all[2];
  for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= old.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, old.data() + at, sizeof symbol);
    Bytes &to = all[ELF64_ST_BIND(symbol.st_info) != STB_LOCAL];
    const auto append = [&] { to.insert(to.end(), reinterpret_cast<unsigned char *>(&symbol), reinterpret_cast<unsigned char *>(&symbol + 1)); };
    append();
    const auto section = again.find(symbol.st_shndx);
    if (section == again.end()) continue;
    symbol.st_value += distance;
    symbol.st_shndx = Elf64_Half(section->second);
    append();
  }
  image.sections[index].sh_info = Elf64_Word(all[0].size() / sizeof(Elf64_Sym));
  all[0].insert(all[0].end(), all[1].begin(), all[1].end());
  image.contents[index] = std::move(all[0]);
}

// The code again, without bytes; gives the distance between the two, with room for what the linker left at 0.
static std::uint64_t double_code(Image &image) {
  constexpr std::uint64_t step = 16 << 20;
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;
  for (const auto &section : image.sections) {
    if (is_code(section)) begin = std::min(begin, section.sh_addr);
    if (is_loaded(section)) end = std::max(end, section.sh_addr + section.sh_size);
  }
  const std::uint64_t distance = (end - begin) / step * step + 2 * step;
  std::map<unsigned, unsigned> again;
  for (unsigned i = 0, count = unsigned(image.sections.size()); i < count; ++i) {
    if (!is_code(image.sections[i])) continue;
    Elf64_Shdr copy = image.sections[i];
    copy.sh_type = SHT_NOBITS;
    copy.sh_addr += distance;
    again[i] = unsigned(image.sections.size());
    image.sections.push_back(copy);
    image.contents.emplace_back();
  }
  if (image.find(".symtab") != 0) double_symbols(image, distance, again);
  return distance;
}

static void write_image(Image &image, const char *path) {
  std::FILE *const file = std::fopen(path, "wb");
  if (!file) fail(std::string(path) + ": cannot be written");
  std::size_t at = 0;
  const auto put = [&](const void *from, std::size_t size) { at += std::fwrite(from, 1, size, file); };
  put(image.loaded.data(), image.loaded.size());
  const auto align = [&] {
    static const char zeros[16] = {};
    put(zeros, (16 - at % 16) % 16);
  };
  for (std::size_t i = 0; i < image.sections.size(); ++i) {
    if (image.contents[i].empty()) continue;
    align();
    image.sections[i].sh_offset = at;
    image.sections[i].sh_size = image.contents[i].size();
    put(image.contents[i].data(), image.contents[i].size());
  }
  align();
  image.header.e_shoff = at;
  image.header.e_shnum = Elf64_Half(image.sections.size());
  put(image.sections.data(), image.sections.size() * sizeof(Elf64_Shdr));
  std::rewind(file);
  put(&image.header, sizeof image.header);
  if (std::fclose(file) != 0 || at == 0) fail(std::string(path) + ": cannot be written");
}

int main(int count, char **words) {
  if (count != 3) fail("usage: doubled FILE TO");
  Image image = read_image(words[1]);
  static const char *const names[] = {".debug_info", ".debug_line", ".debug_ranges", ".debug_rnglists", ".debug_aranges"};
  const auto size_of = [&](const char *name) { return image.find(name) ? std::uint64_t(image.named(name).size()) : 0; };
  const Distances by{double_code(image), size_of(names[0]), size_of(names[1]), size_of(names[2]), size_of(names[3])};
  std::uint64_t before = 0;
  for (const char *const name : names) {
    if (image.find(name) == 0) continue;
    Bytes copy = image.named(name);
    before += copy.size();
    if (name == names[0]) move_info(copy, image.named(".debug_abbrev"), by);
    if (name == names[1]) move_lines(copy, by);
    if (name == names[2]) move_ranges(copy, by);
    if (name == names[3]) move_lists(copy, by);
    if (name == names[4]) move_aranges(copy, by);
    image.named(name).insert(image.named(name).end(), copy.begin(), copy.end());
  }
  write_image(image, words[2]);
  std::printf("%llu %llu %llu\n", (unsigned long long)by.address, (unsigned long long)before, (unsigned long long)before * 2);
}
