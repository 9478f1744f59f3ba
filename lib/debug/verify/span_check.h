// Compares the code that entries claim: siblings must not share code, and the code of nested entries must
// be within that of the enclosing one. Fed entry by entry while a unit is read.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "debug/verify/findings.h"
#include "files/dwarf/sections.h"

namespace symkit::verify {

class SpanCheck {
 public:
  using Report = std::function<void(Kind, std::uint64_t entry, std::string what)>;
  explicit SpanCheck(Report report) : report_(std::move(report)) {}

  enum class Role : std::uint8_t {
    Unit,
    Function,  // may be nested in another function's entry without being in its code
    Call,      // inlined
  };

  void clear();
  // Adds an entry with code that was not deleted; `ranges` are sorted.
  void add(std::uint64_t entry, Role role, std::vector<dwarf::Range>& ranges);
  // Entries that follow, up to close(), are nested in the entry that was added last, or in one without
  // code.
  void open_with_code();
  void open() { levels_.push_back(levels_.empty() ? Level{} : levels_.back().inside()); }
  void close();

 private:
  struct EntryRange {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t entry;
  };
  struct Level {
    std::size_t first_child = 0;  // of those below the enclosing entry with code
    std::size_t first_own = 0;    // of that entry's own ranges
    std::size_t end_own = 0;
    bool owns_children = false;
    bool in_function = false;

    Level inside() const {
      Level level = *this;
      level.owns_children = false;
      return level;
    }
  };

  void check_contained(std::uint64_t entry, std::span<const dwarf::Range> ranges);
  void check_siblings(std::span<EntryRange> siblings);

  Report report_;
  std::vector<Level> levels_;
  std::vector<EntryRange> children_;  // of all open levels
  std::vector<dwarf::Range> own_;     // of all open levels: sorted, adjacent ones joined
  std::vector<dwarf::Range> last_;
  Role last_role_{};
};

}  // namespace symkit::verify
