// Which code entries claim, held against each other: siblings must not share code, and what is inside of an
// entry must lie in its code. Fed by the walk over a unit, entry by entry.
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
    Function,  // may lie in another function's entry and not in its code
    Call,      // inlined
  };

  void clear();
  // An entry that claims code, none of it deleted; `ranges` are put in order.
  void add(std::uint64_t entry, Role role, std::vector<dwarf::Range>& ranges);
  // What follows, up to close(), is inside of the entry that was added last, or of one without code.
  void open_with_code();
  void open() { levels_.push_back(levels_.empty() ? Level{} : levels_.back().inside()); }
  void close();

 private:
  struct Span {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t entry;
  };
  struct Level {
    std::size_t first_child = 0;  // of those below the entry with code that is around
    std::size_t first_own = 0;    // that entry's own ranges
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
  void check_siblings(std::span<Span> siblings);

  Report report_;
  std::vector<Level> levels_;
  std::vector<Span> children_;     // of all open levels
  std::vector<dwarf::Range> own_;  // of all open levels: in order, what touches as one
  std::vector<dwarf::Range> last_;
  Role last_role_{};
};

}  // namespace symkit::verify
