// Whether two ids are of one image, although a log writes them in another way than the file has them.
#pragma once

#include "base/image_id.h"

namespace symkit::locate {

// Equal; or the log's is the beginning of a longer build id (some cut it to 16 bytes); or it is that
// beginning as Breakpad writes it, the first three numbers of a GUID the other way round.
bool same_id(const ImageId& in_log, const ImageId& in_file);

// As Breakpad writes 16 bytes, and back: the same step.
ImageId with_guid_order(const ImageId& id);

}  // namespace symkit::locate
