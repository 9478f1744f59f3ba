#include "stacks/samples/own_vdso.h"

#include <algorithm>
#include <sys/auxv.h>

#include "files/container/elf_file.h"

namespace symkit::samples {

std::unique_ptr<container::File> own_vdso() {
  namespace elf = container::elf;
  constexpr std::size_t page = 4096;  // its headers are in the first one
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(::getauxval(AT_SYSINFO_EHDR));
  if (begin == nullptr) return nullptr;
  const auto headers = elf::read_elf_headers(Bytes(begin, page));
  if (!headers) return nullptr;
  std::uint64_t size = 0;
  for (const elf::ProgramHeader& segment : headers->segments)
    if (segment.type == elf::segment_type::load) size = std::max(size, segment.offset + segment.file_size);
  // Its sections are listed behind what the segments have, but within the same pages.
  size = (size + page - 1) / page * page;
  auto file = container::open_bytes(Bytes(begin, static_cast<std::size_t>(size)), "[vdso]");
  if (!file || (*file)->images().size() != 1) return nullptr;
  return std::move(*file);
}

}  // namespace symkit::samples
