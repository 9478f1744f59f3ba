// Opens a file whose path a stranger may have chosen: a regular one that begins like an image, and that lies
// below the folder in which it was looked for.
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
  std::string folder;  // to be told as a place that was looked in
  // Whether it has to lie below that folder, behind all links.
  bool stays_below = true;
};

// Of all companions of an image: a thousand .dwo files may together become no more than one file may.
using SharedBudget = std::shared_ptr<io::UnpackBudget>;

// The file itself, unopened, under the same rules: nothing where there is none, an error without its path.
std::optional<Result<io::ForeignFile>> find_foreign(const Candidate& candidate);

// Nothing where there is no file. An error says why it may not be opened, or is no image, with its path.
std::optional<Result<std::unique_ptr<container::File>>> open_foreign(const Candidate& candidate,
                                                                     const SharedBudget& budget);

}  // namespace symkit::companions
