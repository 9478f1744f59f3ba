// A file that a person named as the image to look up in, opened: an index as it is, anything else by way of
// the store, into which it is prepared where it is not there yet. Of a stripped image its debug file is
// taken.
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
  bool is_of_debug_file = false;  // of a stripped one that was named
};
using OpenedObject = Result<Object>;

// The file's bytes, where it is an index; else null.
io::SharedBlob index_in(const std::string& file);
OpenedObject open_index(io::SharedBlob index, const std::string& file,
                        const std::optional<Architecture>& architecture);

// The file's one image, or the one for `how_to.architecture`. A store that is far away has large indexes in
// parts, of which those are fetched that are needed; `whole`: all the same it is to be in one piece. The
// store must outlive what is in parts.
OpenedObject open_object(const std::string& file, store::Shelf& store, const intake::Options& how_to,
                         bool whole);

}  // namespace symkit::tools
