#include "fetch/servers.h"

#include <algorithm>
#include <array>

#include "base/environment.h"
#include "base/words.h"

namespace symkit::fetch {
namespace {

constexpr std::array<std::string_view, 3> schemes = {"https://", "http://", "file://"};

}  // namespace

Result<std::string> read_server(std::string_view text) {
  for (const std::string_view scheme : schemes) {
    if (!text.starts_with(scheme) || text.size() == scheme.size()) continue;
    while (text.size() > scheme.size() && text.ends_with('/')) text.remove_suffix(1);
    if (text.find_first_of(" \t\r\n") != std::string_view::npos) break;
    return std::string(text);
  }
  return fail(say("--server needs an address such as https://debuginfod.debian.net, not ", text));
}

Servers read_list(std::string_view text) {
  Servers servers;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return servers;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    if (auto server = read_server(text.substr(begin, end - begin))) servers.push_back(std::move(*server));
    text.remove_prefix(end);
  }
}

Result<Servers> servers_to_ask(const std::vector<std::string>& named, bool fetch) {
  Servers servers;
  for (const std::string& one : named) {
    auto server = read_server(one);
    if (!server) return std::unexpected(server.error());
    servers.push_back(std::move(*server));
  }
  if (!servers.empty()) return servers;
  const bool is_wanted = fetch || environment("SYMKIT_FETCH") == "1";
  if (!is_wanted) return servers;
  servers = read_list(environment("DEBUGINFOD_URLS"));
  if (servers.empty() && fetch)
    return fail("--fetch needs a server: set DEBUGINFOD_URLS, or name one with --server URL");
  return servers;
}

}  // namespace symkit::fetch
