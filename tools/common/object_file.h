// Opens the file that the user named as the image for lookups: an index directly, anything else from the
// store, where it is prepared if it is missing. For a stripped image its debug file is used.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "answers/symbolize/open_image.h"
#include "find/intake/intake.h"
#include "ground/base/architecture.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/store/shelf.h"

namespace symkit::tools {

struct Object {
  std::shared_ptr<const symbolize::OpenImage> image;
  bool is_of_debug_file = false;  // the named file was stripped
};
using OpenedObject = Result<Object>;

// The file's bytes if it is an index, otherwise null.
io::SharedBlob index_in(const std::string& file);
OpenedObject open_index(io::SharedBlob index, const std::string& file,
                        const std::optional<Architecture>& architecture);

// The file's only image, or the one for `how_to.architecture`. Remote stores keep large indexes in parts,
// which are fetched on demand, unless `whole` requires one piece. The store must outlive an index in
// parts.
OpenedObject open_object(const std::string& file, store::Shelf& store, const intake::Options& how_to,
                         bool whole);

}  // namespace symkit::tools
