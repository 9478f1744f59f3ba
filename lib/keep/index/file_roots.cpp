#include "keep/index/file_roots.h"

#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

FileRoots::FileRoots(const Envelope& envelope) {
  const Bytes section = envelope.section(file_roots_tag);
  if (section.empty() || section[0] < 1 || section[0] > 4) return;
  width_ = section[0];
  sizes_ = whole_entries(section.subspan(1), width_);
}

std::uint32_t FileRoots::of(std::uint32_t file) const {
  if (file == 0 || file > sizes_.size() / width_) return 0;
  return static_cast<std::uint32_t>(fixed_at(sizes_, file - 1, width_));
}

}  // namespace symkit::index
