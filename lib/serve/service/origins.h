// Decides which web pages may send requests: only the service's own and those listed. A browser reports
// the page's origin ("Origin", or else "Sec-Fetch-Site"), and the host name by which it reached the
// service ("Host"); all of these can be forged by other programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http/message.h"

namespace symkit::service {

class Origins {
 public:
  // `allowed`: "https://symbols.example". `only_local`: the service is reached only from this machine, so
  // an unknown host name means that a page has pointed that name at it (DNS rebinding).
  Origins(std::vector<std::string> allowed, bool only_local)
      : allowed_(std::move(allowed)), only_local_(only_local) {}

  // The Firefox Profiler's page may make profilers' requests without being listed, and no others.
  enum class What : std::uint8_t { Anything, OfProfilers };

  // Empty if the request is allowed; otherwise the reason.
  std::string why_not(const http::Head& head, What what) const;
  // Header fields that permit the page to read the answer. Empty if the request is from no page, or from
  // the service's own.
  http::Fields fields_for(const http::Head& head, What what) const;

 private:
  bool is_allowed(std::string_view origin, What what) const;

  std::vector<std::string> allowed_;
  bool only_local_;
};

}  // namespace symkit::service
