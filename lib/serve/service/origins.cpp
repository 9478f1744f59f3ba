#include "serve/service/origins.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::service {
namespace {

constexpr std::string_view profiler = "https://profiler.firefox.com";

std::string_view without_scheme(std::string_view origin) {
  const std::size_t end = origin.find("://");
  return end == std::string_view::npos ? std::string_view() : origin.substr(end + 3);
}

std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos && colon + 1 < host.size() &&
                        host.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
  return has_port ? host.substr(0, colon) : host;
}

bool is_local(std::string_view host) {
  const std::string_view name = without_port(host);
  return name.empty() || name == "localhost" || name == "[::1]" ||
         (name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string_view::npos);
}

// Images, scripts and frames are requested without an origin. Following a link is harmless: only the user
// sees the result.
bool is_of_another_page(const http::Head& head) {
  const std::string_view site = head.field("sec-fetch-site");
  const bool is_link = (head.method == "GET" || head.method == "HEAD") &&
                       head.field("sec-fetch-mode") == "navigate" &&
                       head.field("sec-fetch-dest") == "document";
  return (site == "cross-site" || site == "same-site") && !is_link;
}

}  // namespace

bool Origins::is_allowed(std::string_view origin, What what) const {
  return (what == What::OfProfilers && origin == profiler) ||
         std::ranges::find(allowed_, origin) != allowed_.end();
}

std::string Origins::why_not(const http::Head& head, What what) const {
  const std::string_view host = head.field("host"), origin = head.field("origin");
  const bool is_named =
      std::ranges::any_of(allowed_, [&](const std::string& one) { return without_scheme(one) == host; });
  if (only_local_ && !is_named && !is_local(host))
    return say("this service accepts requests from its own machine only, not for host ", host,
               "; to allow this, add --allow-origin http://", host);
  if (origin.empty() && !is_of_another_page(head)) return {};
  if (origin.empty()) return "other sites may link to this page, but not send requests";
  if (is_allowed(origin, what)) return {};
  if (without_scheme(origin) == host) return {};
  return say("requests from ", origin, " are not allowed; add --allow-origin ", origin);
}

http::Fields Origins::fields_for(const http::Head& head, What what) const {
  const std::string_view origin = head.field("origin");
  if (!is_allowed(origin, what)) return {};
  return {{"Access-Control-Allow-Origin", std::string(origin)}, {"Vary", "Origin"}};
}

}  // namespace symkit::service
