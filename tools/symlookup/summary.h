// --summary: how many addresses there were, how many were resolved, and why the others were not, by
// image.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ground/print/frames.h"
#include "symlookup/without_lines.h"

namespace symkit::symlookup {

class Summary {
 public:
  // `split`: what the index lacks, or null.
  void count(const print::Located& located, const index::SplitUnits* split);
  void add(const Summary& other);
  bool any() const { return seen_ != 0; }
  void print() const;  // on stderr

 private:
  std::size_t seen_ = 0;
  std::size_t resolved_ = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> missed_;  // by image and reason
  WithoutLines without_lines_;
};

}  // namespace symkit::symlookup
