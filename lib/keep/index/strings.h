// The strings of an index: sorted, without duplicates, in groups. Only the first of a group is stored
// completely; each other one says how much it shares with the one before. A string's number is its
// position in that order. A function's name is stored with the functions that have it, so that the same
// table serves lookups by name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"

namespace symkit::index {

inline constexpr std::size_t strings_in_group = 16;

// A string on its way into the table. `slot` belongs to the caller: it identifies the string before
// sorting. Its width avoids padding, which would be left out of copies, in stores that overlap.
struct SortedString {
  std::string_view text;
  std::uint64_t key = 0;  // the eight bytes that are compared first; set by sort_strings
  std::uint64_t slot = 0;
};

// Sorts by content; fast if many begin alike, as mangled names do. The order of equal strings is
// unspecified.
void sort_strings(std::span<SortedString> strings, unsigned jobs);

// A name and a function that has it: the offset at which the function begins.
struct NamedFunction {
  std::uint32_t name = 0;
  std::uint64_t begin = 0;
};

// Two sections: the groups, and where each begins (4 bytes each).
struct EncodedStrings {
  Buffer groups;
  Buffer offsets;
};

// `sorted`: without duplicates; `functions`: sorted by name.
EncodedStrings encode_strings(std::span<const std::string_view> sorted,
                              std::span<const NamedFunction> functions, unsigned jobs);

class StringTable {
 public:
  StringTable() = default;
  StringTable(Bytes groups, Bytes offsets, std::uint32_t count)
      : groups_(groups), offsets_(offsets), count_(count) {}

  std::uint32_t count() const { return count_; }
  // Prefetches the memory that read() will read.
  void prefetch(std::uint32_t number) const;
  // Replaces `out`; empty if the number is not in the table or the table is damaged.
  void read(std::uint32_t number, std::string& out) const;
  // Reads the strings of ascending numbers and passes each text to `take`; it is valid until the next. A
  // number that is not in the table, or in a damaged part of it, gives an empty text. Each group is read
  // once.
  template <class Take>
  void read_each(std::span<const std::uint32_t> numbers, Take take) const;
  // Nothing: the table does not have it.
  std::optional<std::uint32_t> number_of(std::string_view text) const;
  // Offsets of the functions with exactly this name, ascending.
  std::vector<std::uint64_t> functions_named(std::string_view name) const;
  // Appends the functions whose names begin with `prefix`; if there are very many names, only the first.
  void append_functions_beginning(std::string_view prefix, std::vector<std::uint64_t>& found) const;
  // Passes on the number of each function name, with the offset of each function.
  void each_function(const std::function<void(std::uint32_t number, std::uint64_t begin)>& take) const;

 private:
  struct Entry;
  // Iterates over strings with their functions.
  class Walk;
  class Reader;
  std::uint32_t group_before(std::string_view text) const;
  Cursor group(std::uint32_t number) const;
  static Entry next(Cursor& at);

  Bytes groups_;
  Bytes offsets_;
  std::uint32_t count_ = 0;
};

// Reads the strings of a group up to the requested one.
class StringTable::Reader {
 public:
  explicit Reader(const StringTable& table) : table_(table) {}
  // Numbers must increase.
  const std::string& read(std::uint32_t number);

 private:
  bool step();

  const StringTable& table_;
  Cursor at_;
  std::uint32_t next_ = UINT32_MAX;  // the number of the string at the cursor
  std::string text_;
};

template <class Take>
void StringTable::read_each(std::span<const std::uint32_t> numbers, Take take) const {
  Reader reader(*this);
  for (const std::uint32_t number : numbers) take(std::string_view(reader.read(number)));
}

}  // namespace symkit::index
