// MongoDB's lines are JSON, and are read as lines all the same: their frames are numbers, not texts.
#pragma once

#include <string_view>

namespace symkit::crashlog {

bool is_of_mongodb(std::string_view line);

}  // namespace symkit::crashlog
