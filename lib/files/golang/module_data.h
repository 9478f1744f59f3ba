// What the runtime keeps of a program beside its table (moduledata): where the text begins, and, since 1.18,
// what the offsets of inline trees count from.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "files/golang/memory.h"
#include "files/golang/table.h"

namespace symkit::golang {

// A stretch of text that the linker put elsewhere than where offsets say.
struct TextSection {
  std::uint64_t begin = 0;  // by offset
  std::uint64_t end = 0;
  std::uint64_t address = 0;
};

struct ModuleData {
  std::uint64_t text = 0;
  std::uint64_t text_end = 0;
  std::uint64_t inline_trees = 0;          // what offsets of them count from
  std::vector<TextSection> text_sections;  // only where there are several
};

// Where the text begins, of tables that say it themselves; else 0.
std::uint64_t text_start_in_header(const Memory& memory, const Table& table, std::uint64_t table_address);

// Of tables since 1.18. It is known by its first words: pointers to all parts of the table, with lengths that
// fit them.
std::optional<ModuleData> find_module_data(const Memory& memory, const Table& table,
                                           std::uint64_t table_address);

}  // namespace symkit::golang
