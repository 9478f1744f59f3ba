// Marks that people put around a log that they paste, on the same line as its text: Markdown's backticks,
// Jira's {noformat}, HTML's <pre>, and the bars of a table.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::crashlog {

// The size of the marks with which the text begins; 0: of none. The bar of a table is a prefix like others.
std::size_t opening_marks(std::string_view text);

// The size of the line without the marks at its end.
std::size_t before_closing_marks(std::string_view line);

}  // namespace symkit::crashlog
