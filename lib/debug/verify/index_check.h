// Checks an index: is it consistent, and does it match its source? Every range is looked up.
#pragma once

#include <cstdint>

#include "debug/verify/findings.h"
#include "debug/verify/image_check.h"
#include "files/container/image.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::verify {

struct IndexReport {
  Findings findings;
  bool is_native = false;  // else only the envelope and checksums were checked
  std::uint64_t functions = 0;
  std::uint64_t lookups = 0;
};

// Checks the index by itself: envelope, checksums, every block; each piece must be found at its begin.
// For kinds other than native, only the envelope and checksums.
IndexReport check_index(Bytes file, unsigned jobs);

// Whether the index may have been made from the image: not if it has debug information and the image has
// none, unless the stamps agree. If two files have one id, such as a binary and its dSYM, the index is of
// the one with debug information.
bool may_be_source(Bytes file, const container::Image& image);

// Compares the index with an image of its id: the image is prepared again, and both indexes are queried
// wherever a result of either changes. An error if the image cannot be prepared.
Result<IndexReport> compare_index(Bytes file, const container::Image& image, const Options& options);

}  // namespace symkit::verify
