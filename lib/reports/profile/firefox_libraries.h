// The libraries in the Firefox Profiler's files, as references to images.
#pragma once

#include "ground/base/image_reference.h"
#include "ground/json/document.h"
#include "reports/profile/text_table.h"

namespace symkit::profile::firefox {

// Its texts are those in the table.
ImageReference image_of(json::Value library, TextTable& texts);

}  // namespace symkit::profile::firefox
