// Counting in bounded memory: if there is no room, the rarer entries are forgotten, and that is counted.
// An entry that is met again may have been forgotten before, so its count may be too low, by at most the
// highest count that was ever forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace symkit::group {

struct Forgotten {
  std::uint64_t groups = 0;
  std::uint64_t reports = 0;
  std::uint64_t most = 0;  // the highest count of reports among the forgotten

  void add(const Forgotten& other);
};

struct Tallying {
  std::string_view id;
  std::uint64_t count = 0;   // the known count
  std::uint64_t missed = 0;  // by how much the count may be too low
};

// Marks the entries to forget so that `stay` of them remain: the rarest; equally rare ones by id.
std::vector<bool> rarest(const std::vector<Tallying>& all, std::size_t stay, Forgotten& forgotten);

}  // namespace symkit::group
