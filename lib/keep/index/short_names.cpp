#include "keep/index/short_names.h"

#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

ShortNames::ShortNames(const Envelope& envelope, unsigned name_width) : name_width_(name_width) {
  entries_ = whole_entries(envelope.section(short_names_tag), std::size_t{2} * name_width);
}

std::optional<std::uint32_t> ShortNames::of(std::uint32_t name) const {
  if (name == 0 || entries_.empty()) return std::nullopt;
  const std::size_t size = std::size_t{2} * name_width_;
  const auto name_at = [&](std::size_t entry) { return fixed_number(entries_, entry * size, name_width_); };
  const auto last = last_not_behind(entries_.size() / size, name, name_at);
  if (!last || name_at(*last) != name) return std::nullopt;
  return static_cast<std::uint32_t>(fixed_number(entries_, *last * size + name_width_, name_width_));
}

}  // namespace symkit::index
