#include "debug/companions/tried.h"

#include <algorithm>

#include "files/container/open.h"
#include "ground/base/words.h"

namespace symkit::companions {
namespace {

constexpr std::size_t most_told = 4;

}  // namespace

void Tried::Few::add(std::string one) {
  if (std::ranges::find(first, one) != first.end()) return;
  if (first.size() < most_told) {
    first.push_back(std::move(one));
  } else {
    ++more;
  }
}

// Workers arrive in any order, but the reported ones must not depend on that.
void Tried::Few::add_in_order(std::string one) {
  const auto place = std::ranges::lower_bound(first, one);
  if (place != first.end() && *place == one) return;
  first.insert(place, std::move(one));
  if (first.size() <= most_told) return;
  first.pop_back();
  ++more;
}

void Tried::looked_in(const std::vector<std::string>& folders) {
  const std::scoped_lock lock(mutex_);
  for (const std::string& folder : folders)
    if (!container::leads_into_archive(folder)) folders_.add(folder);
}

void Tried::refused(std::string why) {
  const std::scoped_lock lock(mutex_);
  refusals_.add_in_order(std::move(why));
}

std::string Tried::told() const {
  const std::scoped_lock lock(mutex_);
  std::string text;
  for (const std::string& folder : folders_.first) text += say(text.empty() ? "looked in " : ", ", folder);
  if (folders_.more != 0) text += " and elsewhere";
  for (const std::string& refusal : refusals_.first) text += say(text.empty() ? "" : "; ", refusal);
  if (refusals_.more != 0) text += "; other files were rejected, too";
  return text;
}

}  // namespace symkit::companions
