// Writes groups as a line or a JSON object each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/findings/findings.h"

namespace symkit::findings {

// The columns that all lines of a run have, even if some are empty.
struct LineColumns {
  bool suspects = false;       // they were asked for
  bool circumstances = false;  // some log has a time, a version or a device
};
LineColumns columns_of_lines(const Findings& findings);

// Tab-separated: count, share, id, signature, where, owner, example, suspects, first and last seen,
// versions, devices, and the state, if one is kept.
void append_line(std::string& out, const Finding& finding, std::uint64_t reports, const LineColumns& columns);
// The same as a table for people, with column headings; columns that are empty in all rows are omitted.
class LineTable {
 public:
  LineTable(const LineColumns& columns, bool has_state);
  void add_line(std::string_view line);
  void append(std::string& out);

 private:
  std::vector<std::vector<std::string>> rows_;
};

// A group that the last run had and this one does not.
void append_vanished_line(std::string& out, const group::KnownGroup& group, const LineColumns& columns);

// With::Days: also the counts for each day.
enum class With : std::uint8_t { Sums, Days };
void append_json(std::string& out, const Finding& finding, std::uint64_t reports, With with = With::Sums);
void append_vanished_json(std::string& out, const group::KnownGroup& group);

// Line by line, with terminal control characters made visible.
std::string visible_lines(std::string_view text);

// "12.3%"
std::string share_of(std::uint64_t count, std::uint64_t all);
// The first frame with a source; null if there is none.
const group::TellingFrame* placed_frame(const group::Signature& signature);

}  // namespace symkit::findings
