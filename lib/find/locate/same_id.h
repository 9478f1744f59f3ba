// Whether two ids are of one image, although a log writes them in another way than the file has them.
#pragma once

#include "ground/base/image_id.h"

namespace symkit::locate {

// Equal; or one of them is the first 16 bytes of the other, filled up with zeros where that is shorter: some
// logs cut a build id to these, and Breakpad's symbol files may have no more. Logs also write them as
// Breakpad does, the first three numbers of a GUID the other way round.
bool same_id(const ImageId& in_log, const ImageId& in_file);

}  // namespace symkit::locate
