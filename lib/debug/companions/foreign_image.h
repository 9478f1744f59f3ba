// Opens a file whose path may come from an untrusted source: it must be a regular file that begins like
// an image, below the folder in which it was searched.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "files/container/open.h"
#include "ground/base/result.h"
#include "ground/io/foreign_file.h"

namespace symkit::companions {

struct Candidate {
  std::string path;
  std::string folder;  // reported as a place that was searched
  // Whether the file must be below that folder, with all links resolved.
  bool stays_below = true;
};

// Shared by all companions of an image: a thousand .dwo files together may unpack to no more than one
// file may.
using SharedBudget = std::shared_ptr<io::UnpackBudget>;

// Finds the file under the same rules without opening it: nothing if it does not exist; an error does not
// name its path.
std::optional<Result<io::ForeignFile>> find_foreign(const Candidate& candidate);

// Nothing if the file does not exist. An error, with its path, says why it may not be opened or is not an
// image.
std::optional<Result<std::unique_ptr<container::File>>> open_foreign(const Candidate& candidate,
                                                                     const SharedBudget& budget);

}  // namespace symkit::companions
