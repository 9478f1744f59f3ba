// Indexes a file that was found, into the store; a file that already is an index is used as it is.
#pragma once

#include <memory>
#include <string>

#include "answers/symbolize/open_image.h"
#include "find/intake/intake.h"
#include "find/locate/candidates.h"
#include "ground/base/image_id.h"

namespace symkit::locate {

Result<std::shared_ptr<const symbolize::OpenImage>> index_candidate(const Candidate& candidate,
                                                                    store::Shelf& store,
                                                                    const intake::Options& how);

// Indexes of the image with this id and name in the file. Empty if it has none.
std::vector<Result<intake::Indexed>> index_of_id(const std::string& path, const ImageId& id,
                                                 std::string_view called, store::Shelf& store,
                                                 const intake::Options& how);

}  // namespace symkit::locate
