// Compares how much indexes know of an image. Lines count most, then functions, then knowing what is
// missing, then bare symbols.
#pragma once

#include "ground/base/bytes.h"

namespace symkit::intake {

// Whether one native index, or manifest, knows less than another. False if either cannot be read.
bool is_poorer(Bytes one, Bytes other);

}  // namespace symkit::intake
