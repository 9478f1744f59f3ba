// What stands for the content of a file: its id, where it carries none, and the checksum that tells whether
// an index of it is up to date. Both by reading the bytes once.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"
#include "ground/base/image_id.h"

namespace symkit::index {

struct Fingerprint {
  ImageId id;                  // as content_id()
  std::uint64_t checksum = 0;  // as checksum_of()
};

Fingerprint fingerprint_of(Bytes bytes);

}  // namespace symkit::index
