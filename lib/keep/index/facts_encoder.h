// Writes what facts.h reads: what an index, or a part of one, says about its image as a whole.
#pragma once

#include <span>

#include "keep/index/encoding.h"
#include "keep/index/facts.h"
#include "keep/index/native_writer.h"

namespace symkit::index {

// The extent of the following tables and their content.
struct Extent {
  std::uint64_t end = 0;
  unsigned instruction_step = 1;
  TableSizes tables;
  NativeCounts counts;
};

Buffer encode_meta(const NativeMeta& meta, const Extent& extent);
Buffer encode_trampolines(std::span<const TrampolineRange> spans);
Buffer encode_segments(const NativeMeta& meta);

// Whether a function may be counted among those with lines: from the symbol table, it has at most a file.
bool may_have_lines(Source source);

}  // namespace symkit::index
