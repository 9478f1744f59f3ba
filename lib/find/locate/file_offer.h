// Offers a file that was found. For a stripped image its debug file comes first, if it is in one of the
// usual places.
#pragma once

#include <string>
#include <vector>

#include "find/locate/provider.h"

namespace symkit::locate {

// Offers what the file has of the image with this id.
bool offer_by_id(const std::string& path, const ImageId& id, symbolize::Grounds grounds, Offering& offering);

// Offers what the folders' .build-id have for an id, in the order of the folders.
bool offer_by_build_id(const std::vector<std::string>& folders, const ImageId& id, symbolize::Grounds grounds,
                       Offering& offering);

class FileOffer {
 public:
  // `id_folders`: folders with .build-id, for images whose id the log does not have.
  FileOffer(std::vector<std::string> id_folders, std::string system_folder)
      : id_folders_(std::move(id_folders)), system_folder_(std::move(system_folder)) {}

  bool offer(const Candidate& candidate, symbolize::Grounds grounds, Offering& offering) const;
  // Offers the richest candidate if all are one image; refuses if they are several images.
  bool offer_only(const std::vector<Candidate>& candidates, symbolize::Grounds grounds,
                  Offering& offering) const;

 private:
  std::vector<std::string> id_folders_;
  std::string system_folder_;
};

}  // namespace symkit::locate
