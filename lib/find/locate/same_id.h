// Whether two ids are of one image, although the log writes the id in another form.
#pragma once

#include "ground/base/image_id.h"

namespace symkit::locate {

// Whether they are equal, or one is the first 16 bytes of the other (a shorter id is filled up with
// zeros): some logs truncate a build id to that, and Breakpad's symbol files may have no more. Breakpad's
// order is accepted, too: the first three numbers of a GUID are byte-swapped.
bool same_id(const ImageId& in_log, const ImageId& in_file);

}  // namespace symkit::locate
