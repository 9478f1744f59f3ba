// The servers to query, and their kinds. By default there are none, because distributions set
// DEBUGINFOD_URLS for everybody.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::fetch {

// The layout of a server's addresses; Unknown: it will be found out.
enum class ServerKind : std::uint8_t { Unknown, Debuginfod, SymStore, Breakpad, Unified };
// The prefix of an address: "symstore". Empty for an unknown kind.
std::string_view name_of(ServerKind kind);

struct Server {
  ServerKind kind = ServerKind::Unknown;
  std::string url;  // http, https or file, without a slash at its end

  std::string written() const;  // "symstore+https://…"
  bool operator==(const Server&) const = default;
};
using Servers = std::vector<Server>;

// --server URL.
Result<Server> read_server(std::string_view text);
// A list as in DEBUGINFOD_URLS: separated by blanks, with words such as `ima:enforcing` that are not
// servers. A server without a kind is a debuginfod.
Servers read_list(std::string_view text);
// The servers that this run may query: the named ones, else, with --fetch or SYMKIT_FETCH=1, those of the
// environment.
Result<Servers> servers_to_ask(const std::vector<std::string>& named, bool fetch);

}  // namespace symkit::fetch
