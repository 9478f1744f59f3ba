// The strings of an index: sorted, each once, in groups of which only the first is written whole; the others
// say how much they share with the one before. A string is named by its number in that order.
// With a function's name stand the functions that have it, so that the same table answers by name.
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

// A string on its way into the table. `slot` is the caller's: what the string was before it was sorted. It is
// as wide as it is so that nothing is padding: that would be left out of copies, in stores that overlap.
struct SortedString {
  std::string_view text;
  std::uint64_t key = 0;  // the eight bytes that are compared first; sort_strings sets it
  std::uint64_t slot = 0;
};

// Sorts by content, quickly where many begin alike, as mangled names do. The order of equal ones is open.
void sort_strings(std::span<SortedString> strings, unsigned jobs);

// A function that has a name: the offset at which it begins.
struct NamedFunction {
  std::uint32_t name = 0;
  std::uint64_t begin = 0;
};

// Two sections: the groups, and where each begins (fixed width, 4 bytes).
struct EncodedStrings {
  Buffer groups;
  Buffer offsets;
};

// `sorted` without duplicates; `functions` sorted by name.
EncodedStrings encode_strings(std::span<const std::string_view> sorted,
                              std::span<const NamedFunction> functions, unsigned jobs);

class StringTable {
 public:
  StringTable() = default;
  StringTable(Bytes groups, Bytes offsets, std::uint32_t count)
      : groups_(groups), offsets_(offsets), count_(count) {}

  std::uint32_t count() const { return count_; }
  // Asks for the memory that read() will read.
  void prefetch(std::uint32_t number) const;
  // Replaces `out`; empty where the number is none of the table's or the table is damaged.
  void read(std::uint32_t number, std::string& out) const;
  // Reads those numbers, which rise, and tells each text; it stays until the next. One that is none of the
  // table's, or where the table is damaged, is empty. Each group is gone through once.
  template <class Take>
  void read_each(std::span<const std::uint32_t> numbers, Take take) const;
  // Nothing: the table does not have it.
  std::optional<std::uint32_t> number_of(std::string_view text) const;
  // Offsets of the functions with exactly this name, ascending.
  std::vector<std::uint64_t> functions_named(std::string_view name) const;
  // Appends those of the functions whose names begin with `prefix`; of very many names only the first.
  void append_functions_beginning(std::string_view prefix, std::vector<std::uint64_t>& found) const;
  // Tells the number of each string that functions have, with each of their offsets.
  void each_function(const std::function<void(std::uint32_t number, std::uint64_t begin)>& take) const;

 private:
  struct Entry;
  // Goes through strings with their functions.
  class Walk;
  class Reader;
  std::uint32_t group_before(std::string_view text) const;
  Cursor group(std::uint32_t number) const;
  static Entry next(Cursor& at);

  Bytes groups_;
  Bytes offsets_;
  std::uint32_t count_ = 0;
};

// Goes through the strings of a group up to the one that is asked for.
class StringTable::Reader {
 public:
  explicit Reader(const StringTable& table) : table_(table) {}
  // Numbers must rise.
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
