// The libraries of the Firefox Profiler's files: which image each is.
#pragma once

#include "base/image_reference.h"
#include "crashlog/json_document.h"
#include "profile/text_table.h"

namespace symkit::profile::firefox {

// Its texts are those of the table.
ImageReference image_of(crashlog::JsonValue library, TextTable& texts);

}  // namespace symkit::profile::firefox
