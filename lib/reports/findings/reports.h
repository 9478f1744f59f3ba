// The forms that are read by programs and people elsewhere: CI systems, comments on changes, browsers.
#pragma once

#include <string>

#include "reports/findings/findings.h"

namespace symkit::findings {

// A table for a comment, most frequent first, with the stacks folded away.
void append_markdown(std::string& out, const Findings& findings);
// JUnit's XML: a failed test for each group.
void append_junit(std::string& out, const Findings& findings);
// SARIF 2.1.0: a result for each group, at its first frame with a source.
void append_sarif(std::string& out, const Findings& findings);
// One page that asks for nothing else.
void append_html(std::string& out, const Findings& findings);

}  // namespace symkit::findings
