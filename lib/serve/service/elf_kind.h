// Classifies an ELF file for debuginfod's clients: executable code, debug information, or both. Only its
// section headers are read, as the file may be hostile.
#pragma once

#include <string>

namespace symkit::service {

struct ElfKind {
  bool has_code = false;
  bool has_debug_information = false;  // a symbol table is enough
  bool has_lines = false;              // line information
};

// Everything is false if the file is not an ELF file with sections.
ElfKind elf_kind_of(const std::string& path);

}  // namespace symkit::service
