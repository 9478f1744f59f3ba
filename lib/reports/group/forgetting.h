// Counting in bounded memory: where there is no room, the rarer ones are forgotten, and that is counted. What
// is met anew may have been forgotten before, so its count may be too low: by at most the highest count that
// was ever forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace symkit::group {

struct Forgotten {
  std::uint64_t groups = 0;
  std::uint64_t reports = 0;
  std::uint64_t most = 0;  // reports that one of them may have had

  void add(const Forgotten& other);
};

struct Tallying {
  std::string_view id;
  std::uint64_t count = 0;   // that is known of
  std::uint64_t missed = 0;  // by how much that may be too low
};

// Which of them, by their places, are to be forgotten so that so many stay: the rarest; of equal ones by id.
std::vector<bool> rarest(const std::vector<Tallying>& all, std::size_t stay, Forgotten& forgotten);

}  // namespace symkit::group
