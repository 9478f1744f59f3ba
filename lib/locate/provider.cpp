#include "locate/provider.h"

namespace symkit::locate {

bool Origin::has_lines() const {
  return index ? index->facts().counts.with_lines != 0 : file.debug_bytes != 0;
}

bool Offering::offer(const Origin& origin) {
  const auto taken = take_(origin);
  if (!taken && !taken.error().message.empty()) trouble_ = taken.error().message;
  return taken.has_value();
}

}  // namespace symkit::locate
