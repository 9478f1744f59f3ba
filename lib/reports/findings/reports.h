// Formats for other programs and people: CI systems, comments on changes, browsers.
#pragma once

#include <string>

#include "reports/findings/findings.h"

namespace symkit::findings {

// A table for a comment, most frequent first, with collapsed stacks.
void append_markdown(std::string& out, const Findings& findings);
// JUnit XML: a failed test for each group.
void append_junit(std::string& out, const Findings& findings);
// SARIF 2.1.0: a result for each group, at its first frame with a source.
void append_sarif(std::string& out, const Findings& findings);
// A self-contained page.
void append_html(std::string& out, const Findings& findings);

}  // namespace symkit::findings
