// What is wrong with a file, as values: each finding says where it is and what is the matter, its kind what
// that means for answers. One list for each worker; they are put together in the order of the file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::verify {

enum class Kind : std::uint8_t {
  Section,        // cannot be unpacked
  UnitHeader,     // a unit that cannot be read at all
  Abbreviation,   // what kinds of entry there are, not well described
  Entry,          // cut off, of no known kind, or with a form that nobody has defined
  Reference,      // to where no entry is, or one of the wrong kind
  Text,           // outside of its section
  RangeList,      // cannot be read
  Range,          // ends before it begins, or is no code
  Overlap,        // two entries claim the same code
  Containment,    // code that is not in the code of what it is in
  LineProgram,    // cannot be read
  RowOrder,       // rows whose addresses do not rise
  FileNumber,     // of a file or folder that is not there
  ObjectMissing,  // an object file of a debug map that cannot be used
  ObjectChanged,  // one that is not as it was when the image was linked
  IndexDamaged,   // an index that does not hold together
  IndexStale,     // an index that was made from another file
  IndexAnswer,    // an index that answers otherwise than its source
};
inline constexpr std::size_t kind_count = 18;

std::string_view word_for(Kind kind);    // "unit-header": for machines
std::string_view plural_of(Kind kind);   // "unit headers": for counts
std::string_view meaning_of(Kind kind);  // "its functions have neither names nor lines"

struct Finding {
  Kind kind{};
  std::string file = {};                   // where that is another than the one that was looked at
  std::optional<std::uint64_t> unit = {};  // offset in .debug_info
  std::string unit_name = {};
  std::optional<std::uint64_t> entry = {};  // offset in .debug_info
  std::string what = {};
  bool is_shared = false;  // of something that other units lean on, too, and may have found
};

using Counts = std::array<std::uint64_t, kind_count>;

class Findings {
 public:
  // Of a file made for it nobody wants to read them all: beyond so many of a kind they are only counted.
  static constexpr std::size_t most_of_kind = 10'000;

  void add(Finding finding);
  // What another list holds, behind what this one does.
  void take(Findings& other);
  // All of them are of this file.
  void set_file(const std::string& file);
  // By unit and entry; what concerns neither comes first. What several units found is kept of the first.
  void sort();

  std::span<const Finding> all() const { return all_; }
  std::uint64_t count(Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::uint64_t count() const;
  bool empty() const { return count() == 0; }

 private:
  std::vector<Finding> all_;
  Counts counts_{};  // also of those that are not kept
  Counts kept_{};
};

}  // namespace symkit::verify
