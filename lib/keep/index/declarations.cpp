#include "keep/index/declarations.h"

#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

Declarations::Declarations(const Envelope& envelope, unsigned name_width, unsigned file_width)
    : name_width_(name_width), file_width_(file_width) {
  const Bytes section = envelope.section(declarations_tag);
  if (section.empty() || section[0] < 1 || section[0] > 4) return;
  line_width_ = section[0];
  entries_ = whole_entries(section.subspan(1), entry_size());
}

std::uint64_t Declarations::name_at(std::size_t entry) const {
  return fixed_number(entries_, entry * entry_size(), name_width_);
}

Declarations::Declared Declarations::declared_at(std::size_t entry) const {
  const std::size_t at = entry * entry_size() + name_width_;
  return {static_cast<std::uint32_t>(fixed_number(entries_, at, file_width_)),
          static_cast<std::uint32_t>(fixed_number(entries_, at + file_width_, line_width_))};
}

Declarations::Declared Declarations::of(std::uint32_t name, std::uint32_t file) const {
  if (name == 0 || entries_.empty()) return {};
  const std::size_t count = entries_.size() / entry_size();
  const auto last = last_not_behind(count, name, [this](std::size_t entry) { return name_at(entry); });
  if (!last || name_at(*last) != name) return {};
  const bool is_only = *last == 0 || name_at(*last - 1) != name;
  if (is_only) return declared_at(*last);
  Declared found;
  constexpr std::size_t most = 1000;  // of one name: `main` of many programs in one file
  for (std::size_t step = 0; step < most && step <= *last && name_at(*last - step) == name; ++step) {
    const Declared one = declared_at(*last - step);
    if (one.file != file) continue;
    if (found.line != 0) return {};
    found = one;
  }
  return found;
}

}  // namespace symkit::index
