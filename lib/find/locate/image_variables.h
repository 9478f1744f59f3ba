// What is known of the arguments and locals of an image's functions: from its debug file.
#pragma once

#include <memory>

#include "debug/companions/places.h"
#include "find/locate/search.h"
#include "ground/base/image_reference.h"
#include "keep/variables/variable.h"

namespace symkit::locate {

// Null if nothing is known. It holds the file that it reads.
std::unique_ptr<variables::Source> variables_of(const Search& search, const ImageReference& image,
                                                const companions::Places& places);

}  // namespace symkit::locate
