// For --summary: answers with a name but no line because the image has split DWARF, by image, and what is
// missing.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "ground/print/frames.h"
#include "keep/index/split_units.h"

namespace symkit::symlookup {

class WithoutLines {
 public:
  // For an address with an answer. `split`: what the image's index lacks, or null.
  void count(const print::Located& located, const index::SplitUnits* split);
  void add(const WithoutLines& other);
  void print() const;  // on stderr

 private:
  struct Image {
    std::size_t times = 0;
    std::string what;
  };
  std::map<std::string, Image, std::less<>> images_;
};

}  // namespace symkit::symlookup
