#include "serve/service/elf_kind.h"

#include <elf.h>
#include <string_view>

#include "ground/base/cursor.h"
#include "ground/io/mapped_file.h"

namespace symkit::service {
namespace {

struct SectionHeader {
  std::uint32_t name = 0;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// Reads numbers of the width that the file's class has.
class Headers {
 public:
  explicit Headers(Bytes file)
      : is_wide_(file.size() > EI_DATA && file[EI_CLASS] == ELFCLASS64),
        at_(file, file.size() > EI_DATA && file[EI_DATA] == ELFDATA2MSB ? Endian::Big : Endian::Little) {
    at_.seek(is_wide_ ? offsetof(Elf64_Ehdr, e_shoff) : offsetof(Elf32_Ehdr, e_shoff));
    begin_ = word();
    at_.seek(is_wide_ ? offsetof(Elf64_Ehdr, e_shentsize) : offsetof(Elf32_Ehdr, e_shentsize));
    entry_ = at_.u16();
    count_ = at_.u16();
    names_ = at_.u16();
  }

  std::uint16_t count() const { return count_; }
  std::uint16_t names() const { return names_; }

  SectionHeader read(std::uint16_t number) {
    SectionHeader section;
    at_.seek(begin_ + std::uint64_t{number} * entry_);
    section.name = at_.u32();
    section.type = at_.u32();
    section.flags = word();
    word();  // the address
    section.offset = word();
    section.size = word();
    return at_.failed() ? SectionHeader() : section;
  }

 private:
  std::uint64_t word() { return is_wide_ ? at_.u64() : at_.u32(); }

  bool is_wide_;
  Cursor at_;
  std::uint64_t begin_ = 0;
  std::uint16_t entry_ = 0;
  std::uint16_t count_ = 0;
  std::uint16_t names_ = 0;
};

std::string_view name_in(std::string_view names, std::uint32_t at) {
  if (at >= names.size()) return {};
  names.remove_prefix(at);
  return names.substr(0, names.find('\0'));
}

}  // namespace

ElfKind elf_kind_of(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  if (!file) return {};
  const Bytes bytes = file->bytes();
  const std::string_view text = as_text(bytes);
  if (!text.starts_with("\x7f"
                        "ELF"))
    return {};
  Headers headers(bytes);
  const SectionHeader table = headers.read(headers.names());
  const std::string_view names =
      table.offset < text.size() ? text.substr(table.offset, table.size) : std::string_view();
  ElfKind kind;
  for (std::uint16_t i = 0; i < headers.count(); ++i) {
    const SectionHeader section = headers.read(i);
    const std::string_view name = name_in(names, section.name);
    constexpr std::uint64_t code = SHF_ALLOC | SHF_EXECINSTR;
    kind.has_code |= section.type == SHT_PROGBITS && (section.flags & code) == code;
    const bool is_there = section.type != SHT_NOBITS;
    kind.has_lines |= is_there && (name == ".debug_info" || name == ".zdebug_info");
    kind.has_debug_information |= kind.has_lines || (is_there && name == ".symtab");
  }
  return kind;
}

}  // namespace symkit::service
