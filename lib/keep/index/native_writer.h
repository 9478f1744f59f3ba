// Writes drafts as a native index.
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

// The description of the image as a whole.
struct NativeMeta {
  ImageId id;
  std::string image_name;
  Architecture architecture = Architecture::Unknown;
  FileAddress text_base;
  bool has_columns = false;       // the lines of all drafts are LineAndColumn's numbers
  bool has_variables = false;     // variables were requested
  bool has_declarations = false;  // declarations and discriminators were requested
  bool is_relative = false;       // the text base is unknown: all addresses count from there
  std::uint64_t source_stamp = 0;
  SplitUnits split = {};
  std::vector<CodeSegment> segments = {};
};

// A range of a draft's function that is written to the index. Pieces do not overlap and are in order.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t draft = 0;
  std::uint32_t function = 0;
};

// A range and its name in the symbol table. Sorted, not overlapping; names are of the Draft numbered
// `draft`.
struct SymbolRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  NameKey name = 0;
  std::uint32_t draft = 0;
};

// Another symbol table name for the begin of a SymbolRange: it can be looked up, but no address resolves
// to it.
struct Alias {
  std::uint64_t begin = 0;
  NameKey name = 0;
  std::uint32_t draft = 0;
};

// A function that shares a range: one of a draft, or, if known only from a symbol table, a name.
struct FoldedMember {
  NameKey name = 0;
  std::uint32_t draft = 0;
  std::uint32_t function = no_function;
  bool is_symbol = false;  // known only from a symbol table
  static constexpr std::uint32_t no_function = UINT32_MAX;
};

// A range that several functions share: the function that the pieces have there, and all of them, that
// one first.
struct FoldedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  FoldedMember kept = {};  // without a function: every member with one differs
  std::vector<FoldedMember> members;
};

// A called function may jump to a member of a range: then the member runs as if it had been called. All
// members that it reaches, with any number of jumps, are listed.
struct FoldedJump {
  NameKey origin = 0;  // the called function's name; or
  std::uint32_t draft = 0;
  std::uint32_t origin_member = no_member;  // its number, if it is a member itself
  std::uint32_t target = 0;                 // the member to which it jumps
  static constexpr std::uint32_t no_member = UINT32_MAX;
};

// The number of a member among all members of ranges, by its function's `order`.
using FoldedNumbers = std::unordered_map<std::uint64_t, std::uint32_t>;

struct NativeContent {
  NativeMeta meta;
  std::span<const Draft> drafts;
  std::span<const Piece> pieces;
  std::span<const SymbolRange> symbols;
  std::span<const Alias> aliases = {};
  std::span<const TrampolineRange> trampolines = {};  // sorted, not overlapping
  std::span<const FoldedRange> folded = {};           // sorted, not overlapping
  std::span<const FoldedJump> jumps = {};
  Bytes variables = {};  // a separate index
  // The members of ranges by their functions' `order`: in an index of members and in a part, those of the
  // complete index.
  const FoldedNumbers* folded_numbers = nullptr;
  std::uint32_t first_member = 0;  // in a part, the number of the first
  // The limit for blocks and for strings: their positions take four bytes.
  std::uint64_t most_bytes = UINT32_MAX;
};

inline constexpr std::string_view too_large_to_write =
    "is too large for an index: its functions or their names take more than 4 GB";
// Empty if it is too large.
std::vector<std::uint8_t> write_native(const NativeContent& content, unsigned jobs);

}  // namespace symkit::index
