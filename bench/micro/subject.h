// What the benchmarks run on: $SYMKIT_BENCH_INDEX and $SYMKIT_BENCH_DEBUG_FILE, or, where they are not given,
// an index made up for the purpose and no debug file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/container/open.h"
#include "files/dwarf/sections.h"
#include "keep/index/native_index.h"

namespace symkit::bench {

struct Subject {
  std::vector<std::uint8_t> bytes;  // of the index, in memory: no page fault is measured
  index::NativeIndex index;
  std::vector<ImageOffset> offsets;  // random, inside functions
  std::vector<std::string> names;    // of functions, mangled
};

// Built at the first call; ends the program with a message where the file cannot be used.
const Subject& subject();

struct DebugFile {
  std::unique_ptr<container::File> file;
  dwarf::Sections sections;
};

// Null where none was given.
const DebugFile* debug_file();

// How often this thread has asked for memory.
std::uint64_t allocations();

}  // namespace symkit::bench
