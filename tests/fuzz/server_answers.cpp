// rooms: fetch
// What a server says, from nowhere: heads of answers, file.ptr, and the lines that tools and symkit-fetch
// exchange, or keep.
#include <algorithm>

#include "keep/fetch/known_servers.h"
#include "keep/fetch/remote_files.h"
#include "keep/fetch/reply.h"
#include "keep/fetch/servers.h"
#include "keep/fetch/wanted.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

void take_head(std::string_view text) {
  fetch::Reply reply;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (!reply.take(text.substr(0, end))) break;
    text.remove_prefix(end);
  }
  fuzz::require(reply.size().value_or(0) >= 0 && reply.part_begins().value_or(0) >= 0);
  fuzz::require(std::ranges::none_of(reply.validator(), [](char c) { return c < ' ' || c > '~'; }));
}

// Nothing that a server says leads out of a folder.
bool stays(std::string_view path) {
  return !path.starts_with('/') && !path.ends_with('/') && !path.contains("//") && !path.contains('\\') &&
         path != ".." && !path.starts_with("../") && !path.contains("/../") && !path.ends_with("/..");
}

void follow(std::string_view text) {
  for (const fetch::RemoteFile& place :
       fetch::pointed_at(text, {fetch::ServerKind::SymStore, "a/b/file.ptr", "a/b/a"}))
    fuzz::require(stays(place.path) && place.kept_as == "a/b/a");
  fuzz::require(std::ranges::none_of(fetch::message_of(text), [](char c) { return c < ' ' || c > '~'; }));
  fuzz::require(!fetch::may_be_index2(text) || (!text.starts_with('<') && !text.contains('\x1b')));
}

void ask(std::string_view text) {
  const auto wanted = fetch::Wanted::read(text.substr(0, text.find('\n')));
  if (!wanted) return;
  const auto again = fetch::Wanted::read(wanted->question());
  fuzz::require(again && again->id == wanted->id && again->key() == wanted->key());
  for (const fetch::Round round : {fetch::Round::Debug, fetch::Round::Code})
    for (const fetch::RemoteFile& place :
         fetch::places_of(fetch::ServerKind::Unknown, true, *wanted, round)) {
      fuzz::require(place.kept_as.empty() || stays(place.kept_as));
      fuzz::require(!place.artifact.contains('/'));
      fuzz::require(
          std::ranges::none_of(fetch::escaped(place.path), [](char c) { return c <= ' ' || c > '~'; }));
    }
}

void remember(std::string_view line) {
  const auto known = fetch::KnownServer::read(line);
  if (!known) return;
  const auto again = fetch::KnownServer::read(known->written());
  fuzz::require(again && again->when == known->when && again->traits == known->traits &&
                again->url == known->url && !known->url.contains('\n'));
}

void call(std::string_view path) {
  const std::string name = fetch::name_at_end(path);
  fuzz::require(name.size() <= 200 && name != "." && name != ".." && !name.contains('/') &&
                !name.contains('\\') &&
                std::ranges::none_of(name, [](char c) { return c < ' ' || c > '~'; }));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  take_head(text);
  follow(text);
  ask(text);
  remember(text);
  call(text);
  (void)fetch::read_list(text);
  return 0;
}
