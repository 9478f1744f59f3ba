// The file that an image shares with others (dwz): found at the place in .gnu_debugaltlink, or in the
// usual places of distributions and users, and accepted only by its id.
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

  // Null if the image names none, or it does not exist.
  const dwarf::DebugFile* file();
  // A message on what is missing and where it was looked for; empty if nothing is.
  std::string missing();

 private:
  void find();
  bool is_it(const Candidate& candidate);
  std::vector<Candidate> candidates() const;
  void read();

  const container::Image& image_;
  std::optional<container::AltLink> link_;
  std::string path_;  // to the image
  const Places& places_;
  SharedBudget budget_;
  std::once_flag found_once_, read_once_;
  std::unique_ptr<container::File> found_;
  std::unique_ptr<dwarf::DebugFile> file_;
  Tried tried_;
};

}  // namespace symkit::companions
