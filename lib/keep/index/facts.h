// The facts in an index about its image as a whole. The manifest of an index in parts has the same
// content in the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/code_segment.h"
#include "ground/base/image_id.h"
#include "keep/index/block_reader.h"
#include "keep/index/envelope.h"
#include "keep/index/native_format.h"
#include "keep/index/split_units.h"

namespace symkit::index {

struct NativeCounts {
  std::uint64_t functions = 0;
  std::uint64_t with_lines = 0;
  std::uint64_t by_source[source_count] = {};
};

struct Facts {
  ImageId id;
  std::uint64_t source_stamp = 0;
  std::string image_name;
  Architecture architecture = Architecture::Unknown;
  FileAddress text_base;
  // The text base is unknown, and given as 0: the file's own addresses mean nothing here.
  bool is_relative = false;
  bool has_columns = false;
  bool has_variables = false;     // if the image has any
  bool has_declarations = false;  // and discriminators
  ImageOffset end;                // after the last function
  NativeCounts counts;
  SplitUnits split;
  unsigned instruction_step = 1;
  std::vector<CodeSegment> segments;         // as in the file; empty if no logs for its format need them
  std::vector<TrampolineRange> trampolines;  // sorted, not overlapping

  // For callers that count addresses from where the image is loaded.
  void forget_text_base() {
    text_base = {};
    is_relative = true;
  }
  // Whether a signal handler returns to the address: then it follows no call, and the caller was
  // interrupted.
  bool is_trampoline(ImageOffset offset) const;
};

// The rest of META: the sizes of the tables that follow it.
struct TableSizes {
  unsigned start_width = 4;
  TableWidths widths;
  std::uint64_t blocks = 0;
  std::uint64_t strings = 0;
  std::uint64_t files = 0;
};

// False if the description is damaged.
bool read_facts(const Envelope& envelope, Facts& facts, TableSizes& tables);

}  // namespace symkit::index
