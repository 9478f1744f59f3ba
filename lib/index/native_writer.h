// From drafts to the bytes of a native index.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/address.h"
#include "base/architecture.h"
#include "base/code_segment.h"
#include "base/image_id.h"
#include "index/native_draft.h"
#include "index/split_units.h"

namespace symkit::index {

// What an index says of the image as a whole.
struct NativeMeta {
  ImageId id;
  std::string image_name;
  Architecture architecture = Architecture::Unknown;
  FileAddress text_base;
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
  static constexpr std::uint32_t no_function = UINT32_MAX;
};

// A range that several functions share: the one that the pieces have there, and all of them, it first.
struct FoldedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  FoldedMember kept = {};  // without a function: what has one differs from it
  std::vector<FoldedMember> members;
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
  // The members of ranges by their functions' `order`: of an index of members and of a part, those of the
  // whole.
  const FoldedNumbers* folded_numbers = nullptr;
  std::uint32_t first_member = 0;  // the number of the first, of a part
};

std::vector<std::uint8_t> write_native(const NativeContent& content, unsigned jobs);

}  // namespace symkit::index
