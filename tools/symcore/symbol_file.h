// Breakpad's symbol file, opened for unwinding.
#pragma once

#include <memory>
#include <string>

#include "ground/base/architecture.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/unwind/table.h"

namespace symkit::symcore {

// Null if it is not one, has another id than the image, or has nothing for unwinding.
std::unique_ptr<const unwind::Table> table_in_symbol_file(const std::string& path,
                                                          const dumps::LoadedImage& image,
                                                          Architecture architecture);

}  // namespace symkit::symcore
