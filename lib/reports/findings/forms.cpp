#include "reports/findings/forms.h"

#include <algorithm>
#include <array>

#include "reports/findings/reports.h"

namespace symkit::findings {
namespace {

void append_lines(print::Output& output, const Findings& findings, const Writing& how) {
  const auto columns = columns_of_lines(findings);
  const bool has_state =
      !findings.vanished.empty() ||
      std::ranges::any_of(findings.groups, [](const auto& one) { return !one.state.empty(); });
  LineTable table(columns, has_state);
  const auto write = [&](const auto& append) {
    std::string line;
    append(line);
    how.is_for_people ? table.add_line(line) : output.write(line);
  };
  for (const Finding& finding : findings.groups)
    write([&](std::string& line) { append_line(line, finding, findings.reports, columns); });
  for (const group::KnownGroup* gone : findings.vanished)
    write([&](std::string& line) { append_vanished_line(line, *gone, columns); });
  if (how.is_for_people) table.append(output.buffer());
}

void append_objects(print::Output& output, const Findings& findings, const Writing& how) {
  for (const Finding& finding : findings.groups) {
    append_json(output.buffer(), finding, findings.reports, how.with);
    output.written();
  }
  for (const group::KnownGroup* gone : findings.vanished) append_vanished_json(output.buffer(), *gone);
}

template <void (*append)(std::string&, const Findings&)>
void append_whole(print::Output& output, const Findings& findings, const Writing& /*how*/) {
  append(output.buffer(), findings);
}

constexpr std::array all = {
    Form{"text", "", append_lines},
    Form{"json", "application/x-ndjson", append_objects},
    Form{"markdown", "text/markdown; charset=utf-8", append_whole<append_markdown>},
    Form{"junit", "application/xml", append_whole<append_junit>},
    Form{"sarif", "application/sarif+json", append_whole<append_sarif>},
    Form{"html", "text/html; charset=utf-8", append_whole<append_html>, true},
};

}  // namespace

std::span<const Form> forms() { return all; }

const Form* form_of(std::string_view name) {
  const auto* const found = std::ranges::find(all, name, &Form::name);
  return found == all.end() ? nullptr : found;
}

}  // namespace symkit::findings
