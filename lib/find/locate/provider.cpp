#include "find/locate/provider.h"

namespace symkit::locate {

// An index that lacks information from other files is not preferred to another provider's, which may have
// found them.
bool Origin::has_lines() const {
  if (!index) return file.debug_bytes != 0;
  return index->facts().counts.with_lines != 0 && index->facts().split.units == 0;
}

bool Offering::offer(const Origin& origin) {
  const auto taken = take_(origin);
  if (!taken && !taken.error().message.empty()) trouble_ = taken.error().message;
  return taken.has_value();
}

}  // namespace symkit::locate
