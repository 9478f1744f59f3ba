#include "reports/group/forgetting.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace symkit::group {

void Forgotten::add(const Forgotten& other) {
  groups += other.groups;
  reports += other.reports;
  most = std::max(most, other.most);
}

std::vector<bool> rarest(const std::vector<Tallying>& all, std::size_t stay, Forgotten& forgotten) {
  std::vector<bool> gone(all.size());
  if (all.size() <= stay) return gone;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](std::size_t i) { return std::tuple(all[i].count + all[i].missed, all[i].id); };
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(all.size() - stay);
  std::ranges::nth_element(order, last, [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  for (auto at = order.begin(); at != last; ++at) {
    gone[*at] = true;
    ++forgotten.groups;
    forgotten.reports += all[*at].count;
    forgotten.most = std::max(forgotten.most, all[*at].count + all[*at].missed);
  }
  return gone;
}

}  // namespace symkit::group
