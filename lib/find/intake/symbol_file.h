// What Breakpad's symbol files have for unwinding.
#pragma once

#include <optional>
#include <string>

#include "stacks/unwind/breakpad_table.h"

namespace symkit::intake {

// The file, or, if it is compressed, those of its lines that a table needs. Nothing if it cannot be read.
std::optional<unwind::BreakpadTable::Text> text_for_unwinding(const std::string& path);

}  // namespace symkit::intake
