// How groups are written: a line each, or an object of JSON each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/findings/findings.h"

namespace symkit::findings {

// Which columns all lines of a run have, though some have nothing to say there.
struct LineColumns {
  bool suspects = false;       // they were asked for
  bool circumstances = false;  // some log says when, in which version or on which device
};
LineColumns columns_of_lines(const Findings& findings);

// count, share, id, signature, where, owner, example, suspects, when first and last seen, versions, devices,
// and the state, if any is kept: between tabs.
void append_line(std::string& out, const Finding& finding, std::uint64_t reports, const LineColumns& columns);
// The same as cells, for people, under names of the columns: those without anything in any row are left out.
class LineTable {
 public:
  LineTable(const LineColumns& columns, bool has_state);
  void add_line(std::string_view line);
  void append(std::string& out);

 private:
  std::vector<std::vector<std::string>> rows_;
};

// A group that the last run had and this one has not.
void append_vanished_line(std::string& out, const group::KnownGroup& group, const LineColumns& columns);

// With::Days: on how many days it was seen how often, too.
enum class With : std::uint8_t { Sums, Days };
void append_json(std::string& out, const Finding& finding, std::uint64_t reports, With with = With::Sums);
void append_vanished_json(std::string& out, const group::KnownGroup& group);

// Line by line, with nothing in it that would steer a terminal.
std::string visible_lines(std::string_view text);

// "12.3%"
std::string share_of(std::uint64_t count, std::uint64_t all);
// The first frame that has a source; null: none has.
const group::TellingFrame* placed_frame(const group::Signature& signature);

}  // namespace symkit::findings
