#include "symlookup/summary.h"

#include <cstdio>

#include "ground/print/visible.h"
#include "symlookup/next_steps.h"

namespace symkit::symlookup {

void Summary::count(const print::Located& located, const index::SplitUnits* split) {
  ++seen_;
  without_lines_.count(located, split);
  if (!located.frames.empty()) {
    ++resolved_;
  } else {
    ++missed_[{std::string(located.image), std::string(located.reason)}];
  }
}

void Summary::add(const Summary& other) {
  seen_ += other.seen_;
  resolved_ += other.resolved_;
  for (const auto& [where, times] : other.missed_) missed_[where] += times;
  without_lines_.add(other.without_lines_);
}

void Summary::print() const {
  std::fprintf(stderr, "%zu %s, %zu resolved\n", seen_, seen_ == 1 ? "address" : "addresses", resolved_);
  for (const auto& [where, times] : missed_) {
    const auto& [image, reason] = where;
    const std::string place = image.empty() ? "without an image" : "in " + print::visible(image);
    std::fprintf(stderr, "%zu %s: %s\n", times, place.c_str(),
                 print::visible(with_next_step(reason)).c_str());
  }
  without_lines_.print();
}

}  // namespace symkit::symlookup
