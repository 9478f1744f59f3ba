#include "stacks/dumps/loader_list.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "files/container/elf_file.h"
#include "ground/base/cursor.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;

class LoaderList {
 public:
  LoaderList(const Process& process, const unwind::Memory& memory)
      : process_(process), memory_(memory), size_(has_64_bit_addresses(process.architecture) ? 8 : 4) {}

  std::vector<ListedImage> read() {
    const auto program = find_program();
    if (!program) return {};
    std::vector<ListedImage> all = {{text_at(process_.program_path), *program}};
    if (const auto first = first_in_list(*program)) follow(*first, all);
    return all;
  }

 private:
  static constexpr std::size_t most = 10'000, longest_path = 4096, step = 64;

  std::optional<std::uint64_t> word(std::uint64_t address) const { return memory_.number(address, size_); }

  std::string text_at(std::uint64_t address) const {
    std::string text;
    while (text.size() < longest_path) {
      const std::string_view more = as_text(memory_.at(address + text.size(), step));
      text += more.substr(0, more.find('\0'));
      if (more.size() < step || more.contains('\0')) break;
    }
    return text;
  }

  // Program headers stand behind the ELF header, which may not be in the dump.
  std::optional<std::uint64_t> find_program() const {
    const std::uint64_t header_size = size_ == 8 ? 64 : 52;
    if (process_.program_headers < header_size) return std::nullopt;
    const std::uint64_t begin = process_.program_headers - header_size;
    const Bytes header = memory_.at(begin, 4);
    return header.empty() || elf::is_elf(header) ? std::optional(begin) : std::nullopt;
  }

  // PT_DYNAMIC → DT_DEBUG → r_debug → its first entry.
  std::optional<std::uint64_t> first_in_list(std::uint64_t program) const {
    constexpr std::uint64_t debug = 21, largest = 16'000;
    const auto headers = elf::read_elf_headers(memory_.at(program, 4096));
    if (!headers) return std::nullopt;
    std::optional<std::uint64_t> bias;
    Bytes entries;
    for (const elf::ProgramHeader& segment : headers->segments) {
      if (segment.type == elf::segment_type::load && !bias)
        bias = program - (segment.address - segment.offset);
      if (segment.type == elf::segment_type::dynamic && bias)
        entries = memory_.at(*bias + segment.address, std::min(segment.memory_size, largest));
    }
    Cursor at(entries, Endian::Little);
    while (true) {
      const std::uint64_t tag = at.unsigned_of(size_), value = at.unsigned_of(size_);
      if (at.failed() || tag == 0) return std::nullopt;
      if (tag == debug) return word(value + size_);
    }
  }

  // link_map: where it is, its name, its dynamic section, the next.
  void follow(std::uint64_t at, std::vector<ListedImage>& all) const {
    for (bool is_program = true; at != 0 && all.size() < most; is_program = false) {
      const auto begin = word(at), name = word(at + size_), next = word(at + std::uint64_t{3} * size_);
      if (!begin || !name || !next) return;
      if (!is_program && elf::is_elf(memory_.at(*begin, 4))) all.push_back({text_at(*name), *begin});
      at = *next;
    }
  }

  const Process& process_;
  const unwind::Memory& memory_;
  unsigned size_;
};

}  // namespace

std::vector<ListedImage> images_in_loader_list(const Process& process, const unwind::Memory& memory) {
  return LoaderList(process, memory).read();
}

}  // namespace symkit::dumps
