// Offers a file that was found: of a stripped image the debug file first, if that is where it should be.
#pragma once

#include <string>
#include <vector>

#include "find/locate/provider.h"

namespace symkit::locate {

// What the file has of the image with this id.
bool offer_by_id(const std::string& path, const ImageId& id, symbolize::Grounds grounds, Offering& offering);

// What the folders' .build-id have for an id, in the order of the folders.
bool offer_by_build_id(const std::vector<std::string>& folders, const ImageId& id, symbolize::Grounds grounds,
                       Offering& offering);

class FileOffer {
 public:
  // `id_folders`: those that have .build-id, for images that a log has no id of.
  FileOffer(std::vector<std::string> id_folders, std::string system_folder)
      : id_folders_(std::move(id_folders)), system_folder_(std::move(system_folder)) {}

  bool offer(const Candidate& candidate, symbolize::Grounds grounds, Offering& offering) const;
  // The richest of them, if all are one image; refuses where they are several.
  bool offer_only(const std::vector<Candidate>& candidates, symbolize::Grounds grounds,
                  Offering& offering) const;

 private:
  std::vector<std::string> id_folders_;
  std::string system_folder_;
};

}  // namespace symkit::locate
