// The file that an image shares with others (dwz): found where .gnu_debugaltlink says, or in the places that
// distributions and users have for it, and believed by its id alone.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "debug/companions/foreign_image.h"
#include "debug/companions/places.h"
#include "debug/companions/tried.h"
#include "files/container/alt_link.h"
#include "files/dwarf/debug_file.h"

namespace symkit::companions {

class Supplementary {
 public:
  Supplementary(const container::Image& image, const Asker& asker, const Places& places, SharedBudget budget)
      : image_(image),
        link_(container::alt_link_of(image)),
        path_(asker.path),
        places_(places),
        budget_(std::move(budget)) {}

  // Null where the image names none, or it is not there.
  const dwarf::DebugFile* file();
  // What is missing, and where it was looked for; empty where nothing is.
  std::string missing();

 private:
  void find();
  bool is_it(const Candidate& candidate);
  std::vector<Candidate> candidates() const;
  void read();

  const container::Image& image_;
  std::optional<container::AltLink> link_;
  std::string path_;  // of the image
  const Places& places_;
  SharedBudget budget_;
  std::once_flag found_once_, read_once_;
  std::unique_ptr<container::File> found_;
  std::unique_ptr<dwarf::DebugFile> file_;
  Tried tried_;
};

}  // namespace symkit::companions
