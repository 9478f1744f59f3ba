#include "find/intake/input_kind.h"

#include <algorithm>
#include <array>

namespace symkit::intake {

bool Preparable::is_up_to_date(Bytes stored) const {
  const auto envelope = index::Envelope::open(stored);
  return envelope && envelope->source_stamp() == stamp();
}

std::span<const InputKind> input_kinds() {
  static const std::array kinds = {images(), breakpad_symbols(), kernel_symbols(), mappings(), source_maps()};
  return kinds;
}

const InputKind& recognise(const std::string& path) {
  const std::span<const InputKind> kinds = input_kinds();
  io::Beginning beginning(path);
  const auto found =
      std::ranges::find_if(kinds, [&](const InputKind& kind) { return kind.is_one(path, beginning); });
  return found == kinds.end() ? kinds.front() : *found;
}

bool is_input_in_folder(const std::string& path, io::Beginning& beginning) {
  return std::ranges::any_of(input_kinds(),
                             [&](const InputKind& kind) { return kind.is_one_in_folder(path, beginning); });
}

}  // namespace symkit::intake
