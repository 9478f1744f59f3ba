// An index, judged: does it hold together, and does it say what its source says? Every range is looked up.
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
  bool is_native = false;  // else nothing but the envelope and the checksums was looked at
  std::uint64_t functions = 0;
  std::uint64_t lookups = 0;
};

// The index by itself: envelope, checksums, every block; what begins somewhere must be found there. Of kinds
// other than native the envelope and the checksums only.
IndexReport check_index(Bytes file, unsigned jobs);

// Is the image what the index was made from, or at least no poorer? Of two files with one id, say a binary
// and its dSYM, the index is of the one with debug information.
bool may_be_source(Bytes file, const container::Image& image);

// The index against an image of its id: that is prepared anew, and wherever an answer of either changes both
// are asked. An error where the image cannot be prepared.
Result<IndexReport> compare_index(Bytes file, const container::Image& image, const Options& options);

}  // namespace symkit::verify
