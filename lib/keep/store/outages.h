// Counts how often a shelf was unavailable, with the last error: results from that time may be
// incomplete. Safe for any number of threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::store {

class Outages {
 public:
  // Counts an outage and returns it as an error message.
  Error unavailable(std::string_view why);
  // Counts another outage for the same reason.
  void again();

  std::uint64_t count() const;
  std::string trouble() const;

 private:
  mutable std::mutex lock_;  // guards what follows
  std::uint64_t count_ = 0;
  std::string trouble_;
};

}  // namespace symkit::store
