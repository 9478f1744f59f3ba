// The unwind tables that an image's file has.
#pragma once

#include "files/container/image.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// The surest first. The image's bytes must outlive them.
Tables tables_of(const container::Image& image);

// What they say, for the image's unwind index. Empty if rules cannot say it.
StoredDraft what_is_stored(const container::Image& image);

}  // namespace symkit::unwind
