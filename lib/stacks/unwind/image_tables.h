// The unwind tables that an image's file has.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "files/container/image.h"
#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// The surest first. The image's bytes must outlive them.
Tables tables_of(const container::Image& image);

// What they say, for the image's unwind index. Empty if rules cannot say it.
StoredDraft what_is_stored(const container::Image& image);

// An image's bytes from an address on; none: it has none there.
using ImageBytes = std::function<Bytes(std::uint32_t address)>;

// `rows`: .pdata. Null if there are none, or the processor has no such table.
std::unique_ptr<const Table> windows_table_for(Architecture architecture, Bytes rows, ImageBytes at);

}  // namespace symkit::unwind
