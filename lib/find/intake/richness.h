// How much an index knows of an image: lines count before functions, functions before knowing what is
// missing, and that before bare symbols.
#pragma once

#include "ground/base/bytes.h"

namespace symkit::intake {

// Whether one native index, or the manifest of one, knows less than another. False where one of them cannot
// be read.
bool is_poorer(Bytes one, Bytes other);

}  // namespace symkit::intake
