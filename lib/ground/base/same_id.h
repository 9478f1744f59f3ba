// Whether two ids are of one image, although a log, a dump or a recording has the id in another form.
#pragma once

#include "ground/base/image_id.h"

namespace symkit {

// Whether they are equal, or one is the first 16 bytes of the other: some logs truncate a build id to that,
// and Breakpad's symbol files and minidumps may have no more. A shorter id may be filled up with zeros, as
// those of 20 bytes in perf's recordings are. Breakpad's order is accepted, too: the first three numbers of a
// GUID are byte-swapped.
bool same_id(const ImageId& in_log, const ImageId& in_file);

}  // namespace symkit
