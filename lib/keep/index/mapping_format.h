// The sections of an index of kind `mapping`; docs/index-format.md describes them byte by byte. A class
// is found by the hash of its name, a method by its name in the class's body; nothing else is read.
#pragma once

#include <cstdint>

#include "keep/index/envelope.h"

namespace symkit::index::mapping {

inline constexpr std::uint32_t meta_tag = tag("MMET");
inline constexpr std::uint32_t class_hashes_tag = tag("MCLH");  // sorted, 8 bytes each
inline constexpr std::uint32_t class_records_tag = tag("MCLR");
inline constexpr std::uint32_t file_hashes_tag = tag("MSFH");  // of original names, sorted
inline constexpr std::uint32_t file_names_tag = tag("MSFN");   // 4 bytes each
// Additional section in a part: a bit for each string, set if it names a class whose source file is
// known, then 4 bytes for each of these.
inline constexpr std::uint32_t class_files_tag = tag("MCSF");
inline constexpr std::uint32_t bodies_tag = tag("MBOD");
inline constexpr std::uint32_t shapes_tag = tag("MSHP");  // types and arguments, the most frequent first
inline constexpr std::uint32_t string_groups_tag = tag("MSTG");
inline constexpr std::uint32_t string_offsets_tag = tag("MSTO");

struct MetaRecord {
  std::uint32_t class_count = 0;
  std::uint32_t file_count = 0;
  std::uint32_t string_count = 0;
  std::uint32_t flags = 0;
  // The map id as in the mapping and the names of unknown versions follow, each as a varint with the
  // size, and the text.
};
static_assert(sizeof(MetaRecord) == 16);

inline constexpr std::uint32_t has_newer_annotations = 1;

struct ClassRecord {
  std::uint32_t original = 0;  // a string's number
  std::uint32_t body = 0;      // offset in the bodies
  std::uint32_t file = 0;      // as in the file names, or no_file
};
static_assert(sizeof(ClassRecord) == 12);

// The types of a signature, which is shared by many methods.
struct ShapeRecord {
  std::uint32_t return_type = 0;  // numbers of strings
  std::uint32_t arguments = 0;
};
static_assert(sizeof(ShapeRecord) == 8);

// Source file names that can be derived from the class name, as most can.
inline constexpr std::uint32_t file_is_kt = UINT32_MAX;        // Outer.kt of com.example.Outer$Inner
inline constexpr std::uint32_t file_is_java = UINT32_MAX - 1;  // Outer.java

inline constexpr std::uint32_t no_file = UINT32_MAX - 2;

// Bits of a range's first byte: usual values need only their bit.
inline constexpr unsigned range_has_minified = 1;
inline constexpr unsigned range_same_minified = 2;     // the same as in the range before
inline constexpr unsigned range_minified_follows = 4;  // begins where that of the range before ends
inline constexpr unsigned range_has_original = 8;
inline constexpr unsigned range_original_is_single = 16;
inline constexpr unsigned range_spans_are_same = 32;  // original and minified have as many lines
inline constexpr unsigned range_same_signature = 64;  // the same as in the range before
inline constexpr unsigned range_has_more = 128;       // a byte with the following bits comes next

inline constexpr unsigned more_synthesized = 1;
inline constexpr unsigned more_outline = 2;
inline constexpr unsigned more_rules = 4;  // a rewrite and a call site: their numbers from 1 follow
inline constexpr unsigned more_member =
    8;  // its number from 1 follows: it is not the one with the same signature

inline constexpr unsigned member_synthesized = 1;
inline constexpr unsigned member_outline = 2;

}  // namespace symkit::index::mapping
