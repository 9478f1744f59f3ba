#include "keep/store/outages.h"

#include "ground/base/words.h"

namespace symkit::store {

Error Outages::unavailable(std::string_view why) {
  const std::scoped_lock locked(lock_);
  ++count_;
  trouble_ = say("store unavailable (", why, ')');
  return {trouble_};
}

void Outages::again() {
  const std::scoped_lock locked(lock_);
  ++count_;
}

std::uint64_t Outages::count() const {
  const std::scoped_lock locked(lock_);
  return count_;
}

std::string Outages::trouble() const {
  const std::scoped_lock locked(lock_);
  return trouble_;
}

}  // namespace symkit::store
