// Checks one unit of .debug_info entry by entry: can each be read, do its references exist, and is its
// code there?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "debug/debuginfo/unit_tools.h"
#include "debug/debuginfo/units.h"
#include "debug/verify/findings.h"
#include "debug/verify/image_check.h"
#include "debug/verify/line_check.h"
#include "debug/verify/shared.h"
#include "debug/verify/span_check.h"
#include "files/dwarf/ranges.h"

namespace symkit::verify {

// A reference to an entry that was not read yet.
struct PendingReference {
  std::uint64_t target = 0;
  std::uint64_t entry = 0;
  std::uint64_t unit = 0;
};

// Checks unit after unit for one worker.
class UnitCheck {
 public:
  UnitCheck(debuginfo::Units& units, Shared& shared);
  UnitCheck(const UnitCheck&) = delete;
  UnitCheck& operator=(const UnitCheck&) = delete;

  // Does nothing once the effort is spent. A broken unit is a finding, so the result is always true.
  bool take(const dwarf::UnitHeader& header);
  // The same for a split file without its skeletons: what depends on these is not checked.
  bool take_alone(const dwarf::Sections& sections, const dwarf::UnitHeader& header);

  Findings& findings() { return findings_; }
  const Amounts& amounts() const { return amounts_; }
  // References into other units, to be checked after all units were read.
  const std::vector<PendingReference>& references_out() const { return references_out_; }
  // The unreadable ranges of .debug_info, where the entries are unknown.
  const std::vector<dwarf::Range>& unread() const { return unread_; }

 private:
  // An entry's attributes on its code and files.
  struct Entry {
    std::uint64_t offset = 0;
    const dwarf::Abbreviation* abbreviation = nullptr;
    dwarf::CodeAttributes code;
  };
  struct Level {
    bool is_deleted = false;  // all code of an enclosing entry was deleted
  };

  void report(Kind kind, std::optional<std::uint64_t> entry, std::string what, bool is_shared = false);
  void check_abbreviations(const dwarf::UnitHeader& header);
  void check_lines();
  void check_unit(const dwarf::UnitHeader& header, bool is_new_table);
  void check_rest();
  void check_elsewhere(const dwarf::UnitHeader& header, bool is_new_table);
  void know_texts();
  void note_unread(dwarf::Range range);
  std::optional<std::uint64_t> walk();
  bool enter(Cursor& at, std::uint64_t offset, std::uint64_t code);
  bool read_attributes(Cursor& at, Entry& entry);
  void check_value(const dwarf::AttributeSpec& spec, const dwarf::Value& value, const Entry& entry);
  void check_file(const dwarf::AttributeSpec& spec, const dwarf::Value& value, const Entry& entry);
  void note_reference(const dwarf::AttributeSpec& spec, std::uint64_t target, const Entry& entry);
  void check_origin(std::uint64_t target, std::uint64_t entry);
  void open(const Entry& entry);
  bool claim_code(const Entry& entry, Level& level);
  bool check_place(const Entry& entry, dwarf::Range& range);
  void check_pending(dwarf::Range broken);

  Shared* shared_;  // of the image; for a split unit, its own
  debuginfo::UnitTools tools_;
  Findings findings_;
  Amounts amounts_;
  SpanCheck spans_;
  LineCheck lines_;
  std::optional<dwarf::Unit> unit_;
  dwarf::RangeAllowance* allowance_ = nullptr;  // the unit's
  bool has_files_ = false;                      // the line program lists files
  bool is_alone_ = false;                       // its skeleton is unknown
  std::uint64_t own_offset_ = 0;                // of the unit, or of its skeleton
  std::string in_file_;                         // " in number.dwo", while that is checked
  const std::uint8_t* texts_of_ = nullptr;      // .debug_str …
  std::uint64_t text_end_ = 0;                  // … after its last NUL
  std::uint64_t line_text_end_ = 0;
  std::vector<Level> levels_;
  std::vector<dwarf::Range> ranges_;
  std::vector<dwarf::Range> live_;
  std::vector<PendingReference> forward_;                         // within the unit
  std::vector<std::pair<std::uint64_t, std::uint64_t>> origins_;  // of functions and calls: target, entry
  std::vector<PendingReference> references_out_;
  std::vector<dwarf::Range> unread_;
};

}  // namespace symkit::verify
