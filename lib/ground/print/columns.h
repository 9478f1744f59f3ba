// Rows of cells in aligned columns, for people at a terminal.
#pragma once

#include <string>
#include <vector>

namespace symkit::print {

using Row = std::vector<std::string>;

// Numbers and percentages are aligned right, everything else left. Nothing is cut: a cell much wider than
// most shifts only the rest of its own row. The cells must be visible text.
void append_columns(std::string& out, const std::vector<Row>& rows);

}  // namespace symkit::print
