#include "debug/survey/pe_facts.h"

#include <algorithm>

#include "files/container/pe_file.h"
#include "files/container/pe_symbols.h"

namespace symkit::survey {
namespace {

namespace pe = container::pe;

void look_at_segments(const pe::PeFile& file, Survey& found) {
  for (const pe::SectionRecord& section : file.sections)
    found.segments.push_back({.name = std::string(section.name),
                              .address = file.image_base + section.rva,
                              .size = section.size(),
                              .file_size = section.file_size,
                              .readable = (section.flags & pe::section_flag::readable) != 0,
                              .writable = (section.flags & pe::section_flag::writable) != 0,
                              .executable = section.is_code()});
}

void count_symbols(std::string_view table, const Result<std::vector<container::Symbol>>& symbols,
                   Survey& found) {
  if (!symbols) {
    found.faults.push_back(symbols.error().message);
    return;
  }
  SymbolTable counted{.name = table, .direct = symbols->size()};
  counted.functions =
      static_cast<std::uint64_t>(std::ranges::count_if(*symbols, &container::Symbol::in_code));
  if (counted.direct != 0) found.symbols.push_back(counted);
}

std::string_view type_name(container::FileType type) {
  switch (type) {
    case container::FileType::Executable: return "executable";
    case container::FileType::SharedLibrary: return "DLL";
    default: return "debug file";
  }
}

}  // namespace

void look_at_pe(const container::Image& image, Survey& found) {
  const auto file = pe::read_pe_file(image.bytes());
  if (!file) {
    found.faults.push_back(file.error().message);
    return;
  }
  found.type = type_name(image.type());
  look_at_segments(*file, found);
  count_symbols("COFF", pe::read_coff_symbols(*file, image.sections()), found);
  count_symbols("exports", pe::read_exports(*file, image.sections()), found);
  if (const auto link = image.debug_link()) found.debug_link = std::string(link->file);
  found.pdb_name = image.pdb_name();
}

}  // namespace symkit::survey
