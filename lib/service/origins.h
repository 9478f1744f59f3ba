// Which web pages may ask: none but the service's own and those that were named. A browser says from where a
// page is ("Origin"), and by which name it has reached the service ("Host"); both can be a stranger's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace symkit::service {

class Origins {
 public:
  // `allowed`: "https://profiler.firefox.com". `only_local`: who reaches it by a name of its own choosing is
  // sent by a page that has made this name mean this machine.
  Origins(std::vector<std::string> allowed, bool only_local)
      : allowed_(std::move(allowed)), only_local_(only_local) {}

  // Empty, or why not.
  std::string why_not(const http::Head& head) const;
  // For the answer: that the page may read it. Empty where no page asks, or the service's own does.
  http::Fields fields_for(const http::Head& head) const;

 private:
  bool is_allowed(std::string_view origin) const;

  std::vector<std::string> allowed_;
  bool only_local_;
};

}  // namespace symkit::service
