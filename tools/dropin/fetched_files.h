// Fetches files from servers by id, if the user requested that. No request is sent before something is
// missing.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "common/console.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "keep/fetch/downloads.h"

namespace symkit::dropin {

class FetchedFiles {
 public:
  FetchedFiles(fetch::Servers servers, tools::Console& console)
      : servers_(std::move(servers)), console_(console) {}

  // The path of a file that has the id.
  Result<std::string> find(const ImageId& id);

 private:
  fetch::Servers servers_;
  tools::Console& console_;
  std::unique_ptr<fetch::Downloads> downloads_;
};

}  // namespace symkit::dropin
