// The unwind tables that a store keeps of images.
#pragma once

#include <memory>

#include "ground/base/image_id.h"
#include "keep/store/shelf.h"
#include "stacks/unwind/table.h"

namespace symkit::locate {

// Null: there is none.
std::unique_ptr<const unwind::Table> stored_table(store::Shelf& store, const ImageId& id);

}  // namespace symkit::locate
