#include "symleak/shared_code.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::symleak {

SharedCode SharedCode::of(const print::Folded& folded) {
  return {.names = {folded.names.begin(), folded.names.end()},
          .count = folded.count,
          .is_resolved = folded.is_resolved,
          .why = std::string(folded.why)};
}

// The smallest of the names, since it stays when functions are added. If there are very many, not all are
// available.
std::string name_for_all(const SharedCode& code) {
  if (code.names.size() < code.count) return say("one of more than ", code.names.size(), " functions");
  const auto [least, greatest] = std::ranges::minmax_element(code.names);
  return *least == *greatest ? *least : *least + " (one of several)";
}

}  // namespace symkit::symleak
