// Identifies the content of a file: an id for a file without one, and a checksum that shows whether an
// index of it is up to date. Both are computed in one pass.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"
#include "ground/base/image_id.h"

namespace symkit::index {

struct Fingerprint {
  ImageId id;                  // the same as content_id()
  std::uint64_t checksum = 0;  // the same as checksum_of()
};

Fingerprint fingerprint_of(Bytes bytes);

}  // namespace symkit::index
