// Which addresses lead into this machine or into networks that strangers cannot reach: a server of
// everybody's must not be able to send us there.
#pragma once

#include <string_view>
#include <sys/socket.h>

namespace symkit::fetch {

// Of IPv4 and IPv6, also where the one is written within the other. An address of any other family is
// private.
bool is_private(const sockaddr& address);

// The host of a URL, where its spelling alone tells: an address in any form that inet_aton(3) and
// inet_pton(3) read, in brackets or not, or a name that always means this machine.
bool is_private_host(std::string_view host);

}  // namespace symkit::fetch
