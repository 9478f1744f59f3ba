// The unwind tables that a store keeps of images.
#pragma once

#include <cstdint>
#include <memory>

#include "ground/base/image_id.h"
#include "keep/store/shelf.h"
#include "stacks/unwind/table.h"

namespace symkit::locate {

// `image_begin`: the image's first address, as in its file. Null: there is none.
std::unique_ptr<const unwind::Table> stored_table(store::Shelf& store, const ImageId& id,
                                                  std::uint64_t image_begin);

}  // namespace symkit::locate
