// Which servers may be asked. None is, unless the user wants it: distributions set DEBUGINFOD_URLS for
// everybody.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace symkit::fetch {

// Addresses of http, https or file, without a slash at their end.
using Servers = std::vector<std::string>;

// --server URL.
Result<std::string> read_server(std::string_view text);
// A list as DEBUGINFOD_URLS has it: between blanks, and words as `ima:enforcing` among them that are none.
Servers read_list(std::string_view text);
// What this run may ask: those that were named, else, with --fetch or SYMKIT_FETCH=1, those of the
// environment.
Result<Servers> servers_to_ask(const std::vector<std::string>& named, bool fetch);

}  // namespace symkit::fetch
