// Rows of cells, one column below the other: for people at a terminal.
#pragma once

#include <string>
#include <vector>

namespace symkit::print {

using Row = std::vector<std::string>;

// Numbers and percentages end at one column, all else begins at one. Nothing is cut: a cell that is far wider
// than most moves the rest of its own row alone. The cells must be visible text.
void append_columns(std::string& out, const std::vector<Row>& rows);

}  // namespace symkit::print
