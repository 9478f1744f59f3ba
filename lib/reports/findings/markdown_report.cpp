// Writes a table for a comment on a change.
#include <algorithm>

#include "ground/base/words.h"
#include "ground/print/markdown.h"
#include "reports/findings/escaped.h"
#include "reports/findings/lines.h"
#include "reports/findings/reports.h"

namespace symkit::findings {
namespace {

constexpr std::size_t most_rows = 50, most_stacks = 10;

std::string place_in_markdown(const group::Signature& signature) {
  const group::TellingFrame* frame = placed_frame(signature);
  if (frame == nullptr) return "-";
  return print::in_markdown(frame->line == 0 ? frame->file : say(frame->file, ':', frame->line));
}

std::string suspects_in_markdown(const Suspects* suspects) {
  constexpr std::size_t most = 2;
  if (suspects == nullptr || suspects->newest_first.empty()) return "-";
  std::string all;
  for (std::size_t i = 0; i < std::min(most, suspects->newest_first.size()); ++i) {
    const Suspect& suspect = suspects->newest_first[i];
    all += say(i == 0 ? "" : "<br>", print::in_markdown(suspect.commit.substr(0, 12)), " (", suspect.days,
               " d) ", print::in_markdown(suspect.author));
  }
  return all;
}

struct Columns {
  bool state = false;
  bool owner = false;
  bool suspects = false;
};

Columns columns_of(const Findings& findings) {
  Columns columns;
  for (const Finding& finding : findings.groups) {
    columns.state = columns.state || !finding.state.empty();
    columns.owner = columns.owner || !finding.owner.empty();
    columns.suspects = columns.suspects || finding.suspects != nullptr;
  }
  return columns;
}

void append_markdown_row(std::string& out, const Finding& finding, const Findings& all,
                         const Columns& columns) {
  const group::Group& group = *finding.group;
  out += say("| ", group.count, " | ", share_of(group.count, all.reports), " | ");
  if (columns.state) out += say(finding.state, " | ");
  out += say(print::in_markdown(group.signature.id), " | ", print::in_markdown(group.signature.text), " | ",
             place_in_markdown(group.signature), " |");
  if (columns.owner) out += say(' ', finding.owner.empty() ? "-" : print::in_markdown(finding.owner), " |");
  if (columns.suspects) out += say(' ', suspects_in_markdown(finding.suspects), " |");
  out += '\n';
}

void append_markdown_stack(std::string& out, const group::Group& group) {
  out += say("\n<details><summary><code>", escaped_for_xml(group.signature.id), "</code>: <code>",
             escaped_for_xml(group.signature.kind), "</code></summary>\n\n");
  if (!group.signature.message.empty()) out += say(print::in_markdown(group.signature.message), "\n\n");
  for (const group::TellingFrame& frame : group.signature.frames) {
    if (frame.is_message) continue;
    out += say("1. ", print::in_markdown(frame.function));
    if (!frame.file.empty()) out += say(" at ", print::in_markdown(say(frame.file, ':', frame.line)));
    out += '\n';
  }
  const group::Place& place = group.examples.front();
  out += say("\nExample: ", print::in_markdown(place.log.empty() ? "-" : place.log), ", line ", place.line,
             "\n</details>\n");
}

}  // namespace

void append_markdown(std::string& out, const Findings& findings) {
  out += say("### ", findings.reports, findings.reports == 1 ? " crash in " : " crashes in ",
             findings.groups.size(), findings.groups.size() == 1 ? " group\n" : " groups\n");
  const std::size_t shown = std::min(most_rows, findings.groups.size());
  const Columns columns = columns_of(findings);
  if (shown != 0)
    out += say("\n| reports | share | ", columns.state ? "state | " : "", "id | crash | where |",
               columns.owner ? " owner |" : "", columns.suspects ? " last changed by |" : "", "\n|-:|-:|",
               columns.state ? "-|" : "", "-|-|-|", columns.owner ? "-|" : "", columns.suspects ? "-|" : "",
               '\n');
  for (std::size_t i = 0; i < shown; ++i) append_markdown_row(out, findings.groups[i], findings, columns);
  if (shown < findings.groups.size()) out += say("\nand ", findings.groups.size() - shown, " groups more\n");
  for (std::size_t i = 0; i < std::min(most_stacks, shown); ++i)
    append_markdown_stack(out, *findings.groups[i].group);
  if (!findings.vanished.empty()) out += "\nNot seen any more:\n";
  for (const group::KnownGroup* gone : findings.vanished)
    out += say("- ", print::in_markdown(gone->id), ": ", print::in_markdown(gone->signature), '\n');
}

}  // namespace symkit::findings
