// From drafts to the bytes of a native index.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/code_segment.h"
#include "ground/base/image_id.h"
#include "keep/index/native_draft.h"
#include "keep/index/split_units.h"

namespace symkit::index {

// What an index says of the image as a whole.
struct NativeMeta {
  ImageId id;
  std::string image_name;
  Architecture architecture = Architecture::Unknown;
  FileAddress text_base;
  bool has_columns = false;       // the lines of all drafts are LineAndColumn's numbers
  bool has_variables = false;     // it was asked for them
  bool has_declarations = false;  // and for discriminators
  bool is_relative = false;  // nobody says where the image's own addresses begin: all here count from there
  std::uint64_t source_stamp = 0;
  SplitUnits split = {};
  std::vector<CodeSegment> segments = {};
};

// A range of a draft's function that goes into the index. Pieces do not overlap and come in order.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t draft = 0;
  std::uint32_t function = 0;
};

// What the symbol table calls a range. Sorted, not overlapping; names are of the Draft numbered `draft`.
struct SymbolSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  NameKey name = 0;
  std::uint32_t draft = 0;
};

// Another name of the symbol table for where a SymbolSpan begins: no address answers with it, it is only to
// be found.
struct Alias {
  std::uint64_t begin = 0;
  NameKey name = 0;
  std::uint32_t draft = 0;
};

// A function of those that share a range: the draft's, or where that is only what a symbol table says, a
// name.
struct FoldedMember {
  NameKey name = 0;
  std::uint32_t draft = 0;
  std::uint32_t function = no_function;
  bool is_symbol = false;  // that alone knows of it
  static constexpr std::uint32_t no_function = UINT32_MAX;
};

// A range that several functions share: the one that the pieces have there, and all of them, it first.
struct FoldedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  FoldedMember kept = {};  // without a function: what has one differs from it
  std::vector<FoldedMember> members;
};

// What is called can be a function that jumps to a member of a range: then that is under way, as if it had
// been called. All that it can jump to, in as many jumps as it takes, is there.
struct FoldedJump {
  NameKey origin = 0;  // what is called, by its name; or
  std::uint32_t draft = 0;
  std::uint32_t origin_member = no_member;  // its number, where it is a member itself
  std::uint32_t target = 0;                 // the member that it jumps to
  static constexpr std::uint32_t no_member = UINT32_MAX;
};

// The number of a member of a range among all of them, by its function's `order`.
using FoldedNumbers = std::unordered_map<std::uint64_t, std::uint32_t>;

struct NativeContent {
  NativeMeta meta;
  std::span<const Draft> drafts;
  std::span<const Piece> pieces;
  std::span<const SymbolSpan> symbols;
  std::span<const Alias> aliases = {};
  std::span<const TrampolineSpan> trampolines = {};  // sorted, not overlapping
  std::span<const FoldedRange> folded = {};          // sorted, not overlapping
  std::span<const FoldedJump> jumps = {};
  Bytes variables = {};  // an index of its own
  // The members of ranges by their functions' `order`: of an index of members and of a part, those of the
  // whole.
  const FoldedNumbers* folded_numbers = nullptr;
  std::uint32_t first_member = 0;  // the number of the first, of a part
  // Called now and then from workers: what is not needed just now may leave memory.
  // Blocks and strings may take so much each: where they are is said in four bytes.
  std::uint64_t most_bytes = UINT32_MAX;
};

inline constexpr std::string_view too_large_to_write =
    "is too large for an index: its functions or their names take more than 4 GB";
// Empty where it is.
std::vector<std::uint8_t> write_native(const NativeContent& content, unsigned jobs);

}  // namespace symkit::index
