// An ELF image taken apart and put together again, with its code and symbols several times.
#pragma once

#include <algorithm>
#include <elf.h>
#include <fcntl.h>
#include <functional>
#include <map>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cursor.h"

// An ELF file's sections with their content, to be written again behind what is loaded.
struct Image {
  Elf64_Ehdr header;
  Bytes loaded;  // all before the first section that is not
  std::vector<Elf64_Shdr> sections;
  std::vector<Bytes> contents;

  std::size_t find(const char* name) const {
    const auto& names = contents[header.e_shstrndx];
    for (std::size_t i = 1; i < sections.size(); ++i)
      if (std::strcmp(reinterpret_cast<const char*>(names.data()) + sections[i].sh_name, name) == 0) return i;
    return 0;  // the empty section
  }
  Bytes& named(const char* name) { return contents[find(name)]; }
};

inline bool is_loaded(const Elf64_Shdr& section) { return section.sh_flags & SHF_ALLOC; }
inline bool is_code(const Elf64_Shdr& section) {
  return is_loaded(section) && section.sh_flags & SHF_EXECINSTR;
}

inline Image read_image(const char* path) {
  const int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail(std::string(path) + ": cannot be opened");
  const auto size = std::size_t(status.st_size);
  void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED) fail(std::string(path) + ": cannot be mapped");
  const auto* const bytes = static_cast<const unsigned char*>(mapped);
  Image image;
  std::memcpy(&image.header, bytes, sizeof image.header);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64 ||
      bytes[EI_DATA] != ELFDATA2LSB)
    fail(std::string(path) + ": not ELF of 64 bits, little-endian");
  image.sections.resize(image.header.e_shnum);
  std::memcpy(image.sections.data(), bytes + image.header.e_shoff,
              sizeof(Elf64_Shdr) * image.sections.size());
  std::size_t end = size;
  for (auto& section : image.sections) {
    if (!is_loaded(section) && section.sh_type == SHT_RELA)
      section = {};  // of a finished image: nothing needs them
    const bool here = section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL && !is_loaded(section);
    if (here && section.sh_flags & SHF_COMPRESSED) fail(std::string(path) + ": unpack its sections before");
    if (here) end = std::min(end, std::size_t(section.sh_offset));
    const auto* const from = bytes + section.sh_offset;
    image.contents.push_back(here ? Bytes(from, from + section.sh_size) : Bytes());
  }
  image.loaded.assign(bytes, bytes + end);
  return image;
}

// Symbols of code, again; local ones stand before the others, as the format demands.
// `again`: of each section of code the numbers of its copies.
inline void repeat_symbols(Image& image, std::uint64_t distance,
                           const std::map<unsigned, std::vector<unsigned>>& again) {
  const std::size_t index = image.find(".symtab");
  const auto& old = image.contents[index];
  Bytes all[2];
  for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= old.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, old.data() + at, sizeof symbol);
    Bytes& to = all[ELF64_ST_BIND(symbol.st_info) != STB_LOCAL];
    const auto append = [&] {
      const auto* const from = reinterpret_cast<const unsigned char*>(&symbol);
      to.insert(to.end(), from, from + sizeof symbol);
    };
    append();
    const auto section = again.find(symbol.st_shndx);
    if (section == again.end()) continue;
    for (const unsigned copy : section->second) {
      symbol.st_value += distance;
      symbol.st_shndx = Elf64_Half(copy);
      append();
    }
  }
  image.sections[index].sh_info = Elf64_Word(all[0].size() / sizeof(Elf64_Sym));
  all[0].insert(all[0].end(), all[1].begin(), all[1].end());
  image.contents[index] = std::move(all[0]);
}

// The code so many times in all, without bytes; gives the distance between one and the next, with room for
// what the linker left at 0.
inline std::uint64_t repeat_code(Image& image, unsigned times) {
  constexpr std::uint64_t step = 16 << 20;
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;
  for (const auto& section : image.sections) {
    if (is_code(section)) begin = std::min(begin, section.sh_addr);
    if (is_loaded(section)) end = std::max(end, section.sh_addr + section.sh_size);
  }
  const std::uint64_t distance = (end - begin) / step * step + 2 * step;
  std::map<unsigned, std::vector<unsigned>> again;
  for (unsigned i = 0, count = unsigned(image.sections.size()); i < count; ++i) {
    if (!is_code(image.sections[i])) continue;
    Elf64_Shdr copy = image.sections[i];
    copy.sh_type = SHT_NOBITS;
    for (unsigned number = 1; number < times; ++number) {
      copy.sh_addr += distance;
      again[i].push_back(unsigned(image.sections.size()));
      image.sections.push_back(copy);
      image.contents.emplace_back();
    }
  }
  if (image.find(".symtab") != 0) repeat_symbols(image, distance, again);
  return distance;
}

// Another image has another build id; with the same, a debug file that is installed would be read in its
// place.
inline void change_build_id(Image& image) {
  const auto& note = image.sections[image.find(".note.gnu.build-id")];
  if (note.sh_type == SHT_NOTE && note.sh_size > 16 && note.sh_offset + note.sh_size <= image.loaded.size())
    image.loaded[note.sh_offset + note.sh_size - 1] ^= 0xff;
}

// Of each section the content so many times, the copies as `moved(section, copy)` has them: one at a time,
// since all of them may be more than fits into memory.
using Moved = std::function<Bytes(std::size_t section, unsigned copy)>;
inline void write_image(Image& image, const char* path, const std::function<unsigned(std::size_t)>& times,
                        const Moved& moved) {
  std::FILE* const file = std::fopen(path, "wb");
  if (!file) fail(std::string(path) + ": cannot be written");
  std::size_t at = 0;
  const auto put = [&](const void* from, std::size_t size) { at += std::fwrite(from, 1, size, file); };
  put(image.loaded.data(), image.loaded.size());
  const auto align = [&] {
    static const char zeros[16] = {};
    put(zeros, (16 - at % 16) % 16);
  };
  for (std::size_t i = 0; i < image.sections.size(); ++i) {
    if (image.contents[i].empty()) continue;
    align();
    image.sections[i].sh_offset = at;
    image.sections[i].sh_size = image.contents[i].size() * times(i);
    put(image.contents[i].data(), image.contents[i].size());
    for (unsigned copy = 1; copy < times(i); ++copy) {
      const Bytes content = moved(i, copy);
      put(content.data(), content.size());
    }
  }
  align();
  image.header.e_shoff = at;
  image.header.e_shnum = Elf64_Half(image.sections.size());
  put(image.sections.data(), image.sections.size() * sizeof(Elf64_Shdr));
  std::rewind(file);
  put(&image.header, sizeof image.header);
  if (std::fclose(file) != 0 || at == 0) fail(std::string(path) + ": cannot be written");
}
