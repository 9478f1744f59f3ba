// The sections of an index of kind "source map", and how segments and function boundaries are written
// into buckets of a fixed number of entries. docs/index-format.md explains them with an example.
#pragma once

#include <cstdint>
#include <string_view>

#include "keep/index/envelope.h"

namespace symkit::index::source_map {

namespace tags {
inline constexpr std::uint32_t meta = tag("META");
inline constexpr std::uint32_t segment_keys = tag("SKEY");
inline constexpr std::uint32_t segment_offsets = tag("SOFF");
inline constexpr std::uint32_t segments = tag("SEGS");
inline constexpr std::uint32_t boundary_keys = tag("FKEY");
inline constexpr std::uint32_t boundary_offsets = tag("FOFF");
inline constexpr std::uint32_t boundaries = tag("FBND");
inline constexpr std::uint32_t functions = tag("FUNC");
inline constexpr std::uint32_t calls = tag("CALL");
inline constexpr std::uint32_t sources = tag("SRCS");
inline constexpr std::uint32_t content_offsets = tag("COFF");
inline constexpr std::uint32_t contents = tag("CONT");
inline constexpr std::uint32_t module_lines = tag("MODL");
inline constexpr std::uint32_t pieces = tag("PIEC");  // Metro's additional segments: an index each
inline constexpr std::uint32_t strings = tag("STRS");
inline constexpr std::uint32_t string_offsets = tag("STOF");
}  // namespace tags

inline constexpr std::size_t entries_in_bucket = 16;

// Where a bucket begins: the generated position of its first entry.
struct BucketKey {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};
static_assert(sizeof(BucketKey) == 8);

// The first byte of a segment.
inline constexpr std::uint8_t new_line = 1;      // varint of lines; the column restarts
inline constexpr std::uint8_t has_original = 2;  // zigzag column, and what the next bits require
inline constexpr std::uint8_t other_source = 4;
inline constexpr std::uint8_t other_line = 8;
inline constexpr std::uint8_t has_name = 16;
inline constexpr std::uint8_t is_range = 32;  // code after it maps to what follows the original

struct FunctionRecord {
  std::uint32_t owner = 0;  // string number from 1, 0 none
  std::uint32_t name = 0;
  std::uint32_t flags = 0;  // bits 0-7: the origin of the name; then those below
  std::uint32_t call = 0;   // number in CALL from 1, 0: not inlined
};
static_assert(sizeof(FunctionRecord) == 16);
inline constexpr std::uint32_t is_function_flag = 1U << 8, is_static_flag = 1U << 9,
                               is_constructor_flag = 1U << 10, is_member_flag = 1U << 11,
                               is_computed_flag = 1U << 12, has_no_generated_name_flag = 1U << 13,
                               is_implied_flag = 1U << 14, has_other_generated_name_flag = 1U << 15,
                               is_hidden_flag = 1U << 16, is_lost_flag = 1U << 17;
// Separates a function's name from a different property that holds it, in one string, as V8 prints them.
inline constexpr std::string_view held_as = " [as ";

struct CallRecord {
  std::uint32_t source = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t caller = 0;  // number in FUNC: always lower than that of the inlined function
};
static_assert(sizeof(CallRecord) == 16);

struct SourceRecord {
  std::uint32_t name = 0;   // string number from 1, 0 none
  std::uint32_t flags = 0;  // bit 0 ignored, bit 1 has content
};
static_assert(sizeof(SourceRecord) == 8);
inline constexpr std::uint32_t source_is_ignored = 1, source_has_content = 2;

}  // namespace symkit::index::source_map
