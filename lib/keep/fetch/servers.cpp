#include "keep/fetch/servers.h"

#include <algorithm>
#include <array>

#include "ground/base/environment.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

constexpr std::array<std::string_view, 3> schemes = {"https://", "http://", "file://"};
constexpr std::array kinds = {ServerKind::Debuginfod, ServerKind::SymStore, ServerKind::Breakpad,
                              ServerKind::Unified};

// Removes the kind from the text.
ServerKind take_kind(std::string_view& text) {
  for (const ServerKind kind : kinds) {
    const std::string_view name = name_of(kind);
    if (!text.starts_with(name) || !text.substr(name.size()).starts_with('+')) continue;
    text.remove_prefix(name.size() + 1);
    return kind;
  }
  return ServerKind::Unknown;
}

bool is_of_address(char c) { return static_cast<unsigned char>(c) > ' ' && c != 0x7f; }

}  // namespace

std::string_view name_of(ServerKind kind) {
  switch (kind) {
    case ServerKind::Debuginfod: return "debuginfod";
    case ServerKind::SymStore: return "symstore";
    case ServerKind::Breakpad: return "breakpad";
    case ServerKind::Unified: return "unified";
    default: return {};
  }
}

std::string Server::written() const {
  return kind == ServerKind::Unknown ? url : say(name_of(kind), '+', url);
}

Result<Server> read_server(std::string_view text) {
  std::string_view address = text;
  Server server{take_kind(address), {}};
  for (const std::string_view scheme : schemes) {
    if (!address.starts_with(scheme) || !std::ranges::all_of(address, is_of_address)) continue;
    while (address.size() > scheme.size() && address.ends_with('/')) address.remove_suffix(1);
    if (address.size() == scheme.size()) break;
    server.url = address;
    return server;
  }
  return fail(
      say("--server needs an address such as https://debuginfod.debian.net, with or without its kind (",
          "debuginfod+, symstore+, breakpad+, unified+) before it, not ", text));
}

Servers read_list(std::string_view text) {
  Servers servers;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return servers;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    if (auto server = read_server(text.substr(begin, end - begin))) {
      if (server->kind == ServerKind::Unknown) server->kind = ServerKind::Debuginfod;
      servers.push_back(std::move(*server));
    }
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
