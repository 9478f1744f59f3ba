// Records the failed attempts, to report them: which folders were searched, and why files there were
// refused.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace symkit::companions {

class Tried {
 public:
  void looked_in(const std::vector<std::string>& folders);
  void refused(std::string why);
  // "looked in a, b and 3 more folders; b/c.dwo is from another build"
  std::string told() const;

 private:
  struct Few {
    std::vector<std::string> first;
    std::size_t more = 0;

    void add(std::string one);
    void add_in_order(std::string one);
  };

  mutable std::mutex mutex_;
  Few folders_;
  Few refusals_;
};

}  // namespace symkit::companions
