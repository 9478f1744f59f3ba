// Which servers may be asked, and how each is spoken to. None is, unless the user wants it: distributions set
// DEBUGINFOD_URLS for everybody.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::fetch {

// What a server's addresses look like; Unknown: it is found out.
enum class ServerKind : std::uint8_t { Unknown, Debuginfod, SymStore, Breakpad, Unified };
// As it is written before an address: "symstore". Empty of an unknown one.
std::string_view name_of(ServerKind kind);

struct Server {
  ServerKind kind = ServerKind::Unknown;
  std::string url;  // of http, https or file, without a slash at its end

  std::string written() const;  // "symstore+https://…"
  bool operator==(const Server&) const = default;
};
using Servers = std::vector<Server>;

// --server URL.
Result<Server> read_server(std::string_view text);
// A list as DEBUGINFOD_URLS has it: between blanks, and words as `ima:enforcing` among them that are none.
// What says no kind is a debuginfod.
Servers read_list(std::string_view text);
// What this run may ask: those that were named, else, with --fetch or SYMKIT_FETCH=1, those of the
// environment.
Result<Servers> servers_to_ask(const std::vector<std::string>& named, bool fetch);

}  // namespace symkit::fetch
