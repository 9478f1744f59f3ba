// Checks the line program of a unit: can it be run, do its addresses increase, do its files exist?
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "debug/verify/findings.h"
#include "debug/verify/shared.h"
#include "files/dwarf/line_table.h"

namespace symkit::verify {

class LineCheck {
 public:
  using Report = std::function<void(Kind, std::string what)>;

  LineCheck() { table_.report_to(&faults_); }
  LineCheck(const LineCheck&) = delete;
  LineCheck& operator=(const LineCheck&) = delete;

  // Reads the unit's program. False: there is none, or it cannot be read to its end.
  bool read(const dwarf::Unit& unit);
  // Reports errors in what was read. Deleted code may be in any order.
  void check(const Shared& shared, const Report& report) const;

  const dwarf::LineTable& table() const { return table_; }
  std::uint64_t row_count() const;

 private:
  void check_files(const Report& report) const;

  dwarf::LineTable table_;
  std::vector<dwarf::LineFault> faults_;
  std::uint64_t offset_ = 0;
  bool is_outside_ = false;
  unsigned address_size_ = 8;
};

}  // namespace symkit::verify
