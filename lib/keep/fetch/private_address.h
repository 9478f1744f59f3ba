// Recognises addresses that lead to this machine or to networks that the public cannot reach: a public
// server must not be able to send us there.
#pragma once

#include <string_view>
#include <sys/socket.h>

namespace symkit::fetch {

// For IPv4 and IPv6, also if one is embedded in the other. An address of any other family is private.
bool is_private(const sockaddr& address);

// Checks a URL's host by its spelling alone: an address in any form that inet_aton(3) and inet_pton(3)
// accept, in brackets or not, or a name that always means this machine.
bool is_private_host(std::string_view host);

}  // namespace symkit::fetch
