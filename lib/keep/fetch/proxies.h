// Chooses the proxy for a server, following curl's rules for the environment. We choose it and pass it to
// libcurl, because libcurl does not report whether it used one, and the address that it connects to then
// has another meaning.
#pragma once

#include <string>
#include <string_view>

namespace symkit::fetch {

// http_proxy, https_proxy, all_proxy and their spellings in capitals (except HTTP_PROXY, which a CGI
// request could set); no_proxy. Empty: no proxy for this URL.
std::string proxy_for(std::string_view url);

// "host" or "[::1]" for "https://user@host:80/path".
std::string_view host_of(std::string_view url);

}  // namespace symkit::fetch
