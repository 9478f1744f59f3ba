// Which proxy leads to a server, as curl reads the environment. We decide it and tell libcurl, since libcurl
// does not say whether it went through one: the address that it connects to means another thing then.
#pragma once

#include <string>
#include <string_view>

namespace symkit::fetch {

// http_proxy, https_proxy, all_proxy and their spellings in capitals (but HTTP_PROXY, which a CGI request
// could set); no_proxy. Empty: there is none for this URL.
std::string proxy_for(std::string_view url);

// "host" or "[::1]" of "https://user@host:80/path".
std::string_view host_of(std::string_view url);

}  // namespace symkit::fetch
