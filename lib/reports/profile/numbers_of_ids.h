// A map from ids to numbers. Ids can be anything; mostly they count from 1.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "reports/profile/profile.h"

namespace symkit::profile {

class NumbersOfIds {
 public:
  // Returns false if the id exists already.
  bool add(std::uint64_t id, std::uint32_t number) {
    if (id == number + 1 && others_.empty()) {
      ++in_order_;
      return true;
    }
    if (id != 0 && id <= in_order_) return false;
    return others_.emplace(id, number).second;
  }
  std::uint32_t find(std::uint64_t id) const {
    if (id != 0 && id <= in_order_) return static_cast<std::uint32_t>(id - 1);
    const auto found = others_.find(id);
    return found == others_.end() ? none : found->second;
  }

 private:
  std::uint32_t in_order_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> others_;
};

}  // namespace symkit::profile
