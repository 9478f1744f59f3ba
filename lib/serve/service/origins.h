// Which web pages may ask: none but the service's own and those that were named. A browser says from where a
// page is ("Origin", or where it sends none "Sec-Fetch-Site"), and by which name it has reached the service
// ("Host"); all can be a stranger's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http/message.h"

namespace symkit::service {

class Origins {
 public:
  // `allowed`: "https://symbols.example". `only_local`: who reaches it by a name of its own choosing is
  // sent by a page that has made this name mean this machine.
  Origins(std::vector<std::string> allowed, bool only_local)
      : allowed_(std::move(allowed)), only_local_(only_local) {}

  // The Firefox Profiler's page may ask what profilers ask without being named, and nothing else.
  enum class What : std::uint8_t { Anything, OfProfilers };

  // Empty, or why not.
  std::string why_not(const http::Head& head, What what) const;
  // For the answer: that the page may read it. Empty where no page asks, or the service's own does.
  http::Fields fields_for(const http::Head& head, What what) const;

 private:
  bool is_allowed(std::string_view origin, What what) const;

  std::vector<std::string> allowed_;
  bool only_local_;
};

}  // namespace symkit::service
