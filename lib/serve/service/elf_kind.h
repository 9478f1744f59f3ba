// What an ELF file is to debuginfod's clients: something that runs, something with debug information, or
// both. Only its section headers are read, as its sender may mean ill.
#pragma once

#include <string>

namespace symkit::service {

struct ElfKind {
  bool has_code = false;
  bool has_debug_information = false;  // or a symbol table at least
  bool has_lines = false;              // more than that
};

// Neither, for what is no ELF file with sections.
ElfKind elf_kind_of(const std::string& path);

}  // namespace symkit::service
