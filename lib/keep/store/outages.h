// How often a shelf could not be asked, and what was said of it last: nobody should take the answers of that
// time for the last word. For any number of threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::store {

class Outages {
 public:
  // Counts one, and says it as people are told of it.
  Error unavailable(std::string_view why);
  // One more for the same reason.
  void again();

  std::uint64_t count() const;
  std::string trouble() const;

 private:
  mutable std::mutex lock_;  // of what follows
  std::uint64_t count_ = 0;
  std::string trouble_;
};

}  // namespace symkit::store
