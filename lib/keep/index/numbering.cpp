#include "keep/index/numbering.h"

#include <algorithm>
#include <string>

namespace symkit::index {

void Numbering::settle() {
  std::ranges::sort(all_);
  const auto twice = std::ranges::unique(all_);
  all_.erase(twice.begin(), twice.end());
}

std::uint32_t Numbering::of(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(all_, number);
  return found != all_.end() && *found == number ? static_cast<std::uint32_t>(found - all_.begin())
                                                 : UINT32_MAX;
}

Result<EncodedStrings> Numbering::strings_of(const StringTable& table) const {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  std::size_t bytes = 0;
  std::vector<std::string> texts(all_.size());
  for (std::size_t i = 0; i < all_.size(); ++i) {
    table.read(all_[i], texts[i]);
    if ((bytes += texts[i].size()) > most_bytes) return fail("is damaged: its names are too long");
  }
  const std::vector<std::string_view> sorted(texts.begin(), texts.end());
  return encode_strings(sorted, {}, 1);
}

}  // namespace symkit::index
