// Pieces of texts, as the formats of logs read them.
#pragma once

#include "logs/crashlog/text_parts.h"

namespace symkit::group {

using crashlog::last_of_path;
using crashlog::read_place;
using crashlog::take_address;
using crashlog::take_before;
using crashlog::take_blanks;
using crashlog::take_number;
using crashlog::take_word;

}  // namespace symkit::group
