// The routes of the API: one row decides everything about a route.
#pragma once

#include <cstdint>
#include <string_view>

#include "serve/http/application.h"
#include "serve/service/origins.h"
#include "serve/service/service.h"
#include "serve/service/tokens.h"

namespace symkit::service {

// Who may use a route.
enum class Access : std::uint8_t { Anybody, Readers, Writers };

// What a route needs to know before the body: completes the plan, or says why the request is refused.
using Prepare = Result<void> (*)(const http::Head& head, const Bounds& bounds, const Project& project,
                                 http::Plan& plan);

// A route of the API, with everything that depends on it. A path that ends with a slash includes
// everything below it. In a path with stars, each star matches one name, and a slash at the end is literal.
struct Route {
  enum class By : std::uint8_t { Nobody, Workers, Preparers, Receivers };

  std::string_view path;
  std::string_view methods;
  Access access;
  By by;  // Nobody: answered at once; needs no body
  http::Answer (Service::*work)(http::Request&, Project&);
  std::string_view words = {};  // allowed query parameters; empty: they are ignored
  Prepare prepare = nullptr;
  Origins::What pages = Origins::What::Anything;       // of which pages the requests are
  std::string_view name = path;                        // in the metrics and the log of requests
  bool (*is_meant)(const http::Head& head) = nullptr;  // null: by every request for the path

  bool takes(const http::Head& head) const {
    const std::string_view asked = head.path;
    if (is_meant != nullptr && !is_meant(head)) return false;
    if (path.contains('*')) return is_like(asked, path);
    return path.size() > 1 && path.ends_with('/') ? asked.starts_with(path) && asked.size() > path.size()
                                                  : asked == path;
  }
  Right right() const { return access == Access::Writers ? Right::Write : Right::Read; }
  static bool is_like(std::string_view asked, std::string_view pattern);
  static const Route* of(const http::Head& head);
};

}  // namespace symkit::service
