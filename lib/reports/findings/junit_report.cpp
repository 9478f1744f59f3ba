// JUnit XML for CI systems: each group is a failed test; a group that has vanished is a test that passes.
#include "ground/base/words.h"
#include "reports/findings/escaped.h"
#include "reports/findings/lines.h"
#include "reports/findings/reports.h"

namespace symkit::findings {
namespace {

void append_frames(std::string& out, const group::Signature& signature) {
  for (const group::TellingFrame& frame : signature.frames) {
    if (frame.is_message) continue;
    out += escaped_for_xml(frame.function);
    if (!frame.file.empty()) out += escaped_for_xml(say(" (", frame.file, ':', frame.line, ')'));
    out += '\n';
  }
}

void append_case(std::string& out, const Finding& finding, std::uint64_t reports) {
  const group::Group& group = *finding.group;
  const group::Signature& signature = group.signature;
  out += say(R"(    <testcase classname="crash" name=")", escaped_for_xml(signature.id), ' ',
             escaped_for_xml(signature.text), '"');
  if (const group::TellingFrame* frame = placed_frame(signature); frame != nullptr)
    out += say(R"( file=")", escaped_for_xml(frame->file), R"(" line=")", frame->line, '"');
  out += say(">\n      <failure type=\"", escaped_for_xml(signature.kind), "\" message=\"", group.count,
             " of ", reports, reports == 1 ? " report" : " reports");
  if (!finding.state.empty()) out += say(", ", finding.state);
  if (!finding.owner.empty()) out += say(", owner ", escaped_for_xml(finding.owner));
  out += "\">";
  if (!signature.message.empty()) out += escaped_for_xml(signature.message) + '\n';
  append_frames(out, signature);
  for (const group::Place& place : group.examples)
    out += escaped_for_xml(say("example: ", place.log.empty() ? "-" : place.log, ':', place.line)) + '\n';
  out += "</failure>\n    </testcase>\n";
}

}  // namespace

void append_junit(std::string& out, const Findings& findings) {
  const std::size_t failed = findings.groups.size(), all = failed + findings.vanished.size();
  const std::string counts = say(R"(tests=")", all, R"(" failures=")", failed, R"(" errors="0")");
  out += say("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ", counts,
             ">\n  <testsuite name=\"symgroup\" ", counts, " skipped=\"0\">\n");
  for (const Finding& finding : findings.groups) append_case(out, finding, findings.reports);
  for (const group::KnownGroup* gone : findings.vanished)
    out += say(R"(    <testcase classname="crash" name=")", escaped_for_xml(gone->id), ' ',
               escaped_for_xml(gone->signature), "\"/>\n");
  out += "  </testsuite>\n</testsuites>\n";
}

}  // namespace symkit::findings
