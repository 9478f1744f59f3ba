// Errors in a file, as values: a finding gives the place and the problem, and its kind the consequences.
// One list per worker; the lists are merged in file order.
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
  Section,        // cannot be decompressed
  UnitHeader,     // a unit that cannot be read at all
  Abbreviation,   // badly described kinds of entries
  Entry,          // truncated, of unknown kind, or with an undefined form
  Reference,      // to a place without an entry, or to an entry of the wrong kind
  Text,           // outside its section
  RangeList,      // cannot be read
  Range,          // ends before it begins, or is not code
  Overlap,        // two entries claim the same code
  Containment,    // code outside that of the enclosing entry
  LineProgram,    // cannot be read
  RowOrder,       // row addresses that do not increase
  FileNumber,     // of a missing file or folder
  ObjectMissing,  // an object file of a debug map that cannot be used
  ObjectChanged,  // an object file that has changed since the image was linked
  IndexDamaged,   // an inconsistent index
  IndexStale,     // an index that was made from another file
  IndexAnswer,    // an index whose results differ from its source
};
inline constexpr std::size_t kind_count = 18;

std::string_view word_for(Kind kind);    // "unit-header": for machines
std::string_view plural_of(Kind kind);   // "unit headers": for counts
std::string_view meaning_of(Kind kind);  // "its functions have neither names nor lines"

struct Finding {
  Kind kind{};
  std::string file = {};                   // if other than the examined file
  std::optional<std::uint64_t> unit = {};  // offset in .debug_info
  std::string unit_name = {};
  std::optional<std::uint64_t> entry = {};  // offset in .debug_info
  std::string what = {};
  bool is_shared = false;  // concerns something that other units use, too, and may have reported
};

using Counts = std::array<std::uint64_t, kind_count>;

class Findings {
 public:
  // Nobody reads all findings of a malicious file: beyond this many of a kind they are only counted.
  static constexpr std::size_t most_of_kind = 10'000;

  void add(Finding finding);
  // Appends the findings of another list.
  void take(Findings& other);
  // Sets the file of all findings.
  void set_file(const std::string& file);
  // Sorts by unit and entry; findings without these come first. Of those that several units reported, the
  // first is kept.
  void sort();

  std::span<const Finding> all() const { return all_; }
  std::uint64_t count(Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::uint64_t count() const;
  bool empty() const { return count() == 0; }

 private:
  std::vector<Finding> all_;
  Counts counts_{};  // including those not kept
  Counts kept_{};
};

}  // namespace symkit::verify
