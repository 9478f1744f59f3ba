// A file that was found becomes an index in the store, or is seen to be one already.
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

// What the file has of the image with this id, which is called so. Nothing where it has none of it.
std::vector<Result<intake::Indexed>> index_of_id(const std::string& path, const ImageId& id,
                                                 std::string_view called, store::Shelf& store,
                                                 const intake::Options& how);

}  // namespace symkit::locate
