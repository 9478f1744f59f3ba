#include "keep/fetch/known_servers.h"

#include <array>
#include <fstream>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "keep/fetch/draft.h"

namespace symkit::fetch {
namespace {

constexpr std::time_t a_day = 24 * 3600;
constexpr std::size_t most_servers = 200;
constexpr std::size_t longest_line = 4096;
constexpr std::string_view with_shelves = "index2", without_shelves = "-";

bool has_password(std::string_view url) { return url.contains('@'); }

}  // namespace

// "SECONDS KIND index2|- URL"
std::optional<KnownServer> KnownServer::read(std::string_view line) {
  std::array<std::string_view, 3> words;
  for (std::string_view& word : words) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    word = line.substr(0, blank);
    line.remove_prefix(blank + 1);
  }
  const auto& [when, kind, shelves] = words;
  const auto server = read_server(say(kind, '+', line));
  KnownServer entry{.traits = {.has_shelves = shelves == with_shelves}, .url = std::string(line)};
  const bool is_number = read_whole(when, entry.when);
  const bool is_one = is_number && server && server->kind != ServerKind::Unknown &&
                      server->url == entry.url && (shelves == with_shelves || shelves == without_shelves);
  if (!is_one) return std::nullopt;
  entry.traits.kind = server->kind;
  return entry;
}

std::string KnownServer::written() const {
  return say(when, ' ', name_of(traits.kind), ' ', traits.has_shelves ? with_shelves : without_shelves, ' ',
             url);
}

std::vector<KnownServer> KnownServers::entries() const {
  std::vector<KnownServer> all;
  if (folder_.empty()) return all;
  const std::time_t now = std::time(nullptr);
  std::ifstream file(path());
  std::array<char, longest_line> line{};
  for (std::size_t lines = 0; lines < most_servers && file.getline(line.data(), line.size()); ++lines) {
    auto entry = KnownServer::read(line.data());
    const bool counts = entry && entry->when <= now && entry->when > now - a_day;
    if (counts) all.push_back(std::move(*entry));
  }
  return all;
}

std::optional<ServerTraits> KnownServers::find(std::string_view url) const {
  for (const KnownServer& entry : entries())
    if (entry.url == url) return entry.traits;
  return std::nullopt;
}

void KnownServers::learn(std::string_view url, ServerTraits traits) const {
  if (folder_.empty() || has_password(url) || traits.kind == ServerKind::Unknown) return;
  std::vector<KnownServer> all = entries();
  std::erase_if(all, [&](const KnownServer& entry) { return entry.url == url; });
  if (all.size() == most_servers) all.erase(all.begin());
  all.push_back({std::time(nullptr), traits, std::string(url)});
  keep(all);
}

void KnownServers::forget(std::string_view url) const {
  std::vector<KnownServer> all = entries();
  if (std::erase_if(all, [&](const KnownServer& entry) { return entry.url == url; }) != 0) keep(all);
}

void KnownServers::keep(const std::vector<KnownServer>& all) const {
  std::string text;
  for (const KnownServer& entry : all) text += entry.written() + '\n';
  if (!make_private_folders(folder_, path())) return;
  const Bytes bytes = as_bytes(text);
  static_cast<void>(io::write_atomically(path(), {&bytes, 1}));  // a failure costs one more query
}

}  // namespace symkit::fetch
