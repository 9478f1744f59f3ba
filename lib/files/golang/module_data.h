// The runtime's other data about a program (moduledata): where the text begins and, since 1.18, the base
// of the offsets of inline trees.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "files/golang/memory.h"
#include "files/golang/table.h"

namespace symkit::golang {

// A stretch of text that the linker put elsewhere than its offset says.
struct TextSection {
  std::uint64_t begin = 0;  // as an offset
  std::uint64_t end = 0;
  std::uint64_t address = 0;
};

struct ModuleData {
  std::uint64_t text = 0;
  std::uint64_t inline_trees = 0;          // the base of their offsets
  std::vector<TextSection> text_sections;  // only if there are several
};

// Where the text begins, for tables that contain it; else 0.
std::uint64_t text_start_in_header(const Memory& memory, const Table& table, std::uint64_t table_address);

// For tables since 1.18. It is recognised by its first words: pointers to all parts of the table, with
// matching lengths.
std::optional<ModuleData> find_module_data(const Memory& memory, const Table& table,
                                           std::uint64_t table_address);

}  // namespace symkit::golang
