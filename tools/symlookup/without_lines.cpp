#include "symlookup/without_lines.h"

#include <cstdio>

#include "ground/print/visible.h"

namespace symkit::symlookup {

void WithoutLines::count(const print::Located& located, const index::SplitUnits* split) {
  const bool has_line = !located.frames.empty() && located.frames.back().line != 0;
  if (split == nullptr || has_line) return;
  auto at = images_.find(located.image);
  if (at == images_.end())
    at = images_.emplace(located.image, Image{.what = told(*split, located.image)}).first;
  ++at->second.times;
}

void WithoutLines::add(const WithoutLines& other) {
  for (const auto& [name, image] : other.images_) {
    Image& all = images_[name];
    all.times += image.times;
    all.what = image.what;
  }
}

void WithoutLines::print() const {
  for (const auto& [name, image] : images_)
    std::fprintf(stderr, "%zu in %s without a line: %s\n", image.times, print::visible(name).c_str(),
                 print::visible(image.what).c_str());
}

}  // namespace symkit::symlookup
