// Where CPython's own structures have what tells which functions run. The offsets of 3.11 and 3.12 are those
// that Include/internal/pycore_{runtime,interp,frame}.h and Include/cpython/{pystate,code,unicodeobject}.h
// give on 64-bit Linux; from 3.13 on an interpreter lists its own (_Py_DebugOffsets, pycore_runtime.h, later
// pycore_debug_offsets.h).
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/memory.h"

namespace symkit::python {

// An interpreter's loop on the native stack, which 3.11 and 3.12 list for each thread.
struct LoopOffsets {
  std::uint64_t frame = 0;  // the innermost that it runs
  std::uint64_t previous = 0;
};

struct FrameOffsets {
  std::uint64_t code = 0;
  std::uint64_t previous = 0;
  std::uint64_t instruction = 0;
  std::uint64_t owner = 0;
  std::optional<std::uint64_t> is_entry = {};    // 3.11: whether it is the outermost that a loop runs
  std::optional<std::uint64_t> copy_index = {};  // without the lock: which copy of the code it runs
};

struct CodeOffsets {
  std::uint64_t file = 0;
  std::uint64_t name = 0;  // with its classes
  std::uint64_t line_table = 0;
  std::uint64_t first_line = 0;
  std::uint64_t instructions = 0;
  std::optional<std::uint64_t> copies = {};
};

struct TextOffsets {
  std::uint64_t length = 0;
  std::uint64_t state = 0;
  unsigned kind_bit = 2;      // of the state, where its kind begins
  std::uint64_t ascii = 0;    // where the characters are, if all are ASCII
  std::uint64_t compact = 0;  // and if not
};

struct Layout {
  std::uint64_t first_interpreter = 0;  // in the runtime
  std::uint64_t next_interpreter = 0, first_thread = 0;
  std::uint64_t next_thread = 0, native_id = 0, current = 0;  // `current`: its frame, or its loop
  std::optional<LoopOffsets> loop = {};
  FrameOffsets frame;
  CodeOffsets code;
  TextOffsets text;
  std::uint64_t type = 0, count = 0;  // of any object
  std::uint64_t bytes = 0;            // where those of a bytes object are
};

// `version`: PY_VERSION_HEX. Nothing if it is not known.
std::optional<Layout> layout_of(const unwind::Memory& memory, std::uint64_t runtime, std::uint64_t version);

}  // namespace symkit::python
