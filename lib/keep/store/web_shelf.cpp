#include "keep/store/web_shelf.h"

#include <algorithm>

#include "ground/base/words.h"
#include "keep/store/static_names.h"

namespace symkit::store {
namespace {

constexpr long http_ok = 200, http_unauthorized = 401, http_forbidden = 403, http_not_found = 404,
               http_gone = 410;

// The same image is looked up a few times within a moment, as its index or under similar ids.
constexpr std::chrono::seconds remembered_for{2};
constexpr std::size_t most_files_remembered = 1'000;
constexpr std::size_t largest_remembered = std::size_t{1} << 20;

// A bucket that does not allow listing reports "forbidden" for a missing file.
bool may_be_missing(long status) {
  return status == http_not_found || status == http_gone || status == http_forbidden;
}

std::string status_in_words(long status) {
  if (status == http_unauthorized)
    return say("HTTP status ", status, ": it requires a user and a password; put them into ~/.netrc");
  return say("HTTP status ", status);
}

// The end of what precedes a user's name, and the beginning of what follows the password.
std::pair<std::size_t, std::size_t> user_in(std::string_view url) {
  const std::size_t begin = url.find("://") + 3;
  const std::size_t host_end = std::min(url.find_first_of("/?#", begin), url.size());
  const std::size_t at = url.substr(0, host_end).rfind('@');
  return {begin, at == std::string_view::npos || at < begin ? begin : at + 1};
}

io::SharedBlob file_of(fetch::Objects::Answer&& answer) { return io::blob_of(std::move(answer.bytes)); }

}  // namespace

bool is_web(std::string_view store) { return store.starts_with("https://") || store.starts_with("http://"); }

Result<void> check_web(std::string_view store) {
  const auto [begin, host] = user_in(store);
  const bool has_host = host < store.size() && store[host] != '/' && store[host] != '?';
  const bool is_plain = std::ranges::all_of(store, [](char c) { return c > ' ' && c < '\x7f'; });
  if (has_host && is_plain && store.find('#') == std::string_view::npos) return {};
  return fail(say("store ", store.substr(0, begin), store.substr(host),
                  ": is not the address of a store, such as https://host/path"));
}

WebShelf::WebShelf(std::string_view url) {
  const std::size_t query = std::min(url.find('?'), url.size());
  query_ = url.substr(query);
  base_ = url.substr(0, query);
  while (base_.ends_with('/')) base_.pop_back();
  const auto [begin, host] = user_in(base_);
  place_ = base_.substr(0, begin) + base_.substr(host);
}

std::string WebShelf::url_of(std::string_view path) const { return say(base_, '/', path, query_); }

std::string WebShelf::place_of(const Key& key) const { return say(place_, '/', static_path(key)); }

std::vector<Found> WebShelf::read(std::span<const std::string> paths) {
  std::vector<Found> found(paths.size());
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (!take_remembered(paths[i], found[i])) asked.push_back(i);
  if (!asked.empty()) ask(paths, asked, found);
  return found;
}

// A missing file is believed only if the server has a symkit store: any other server lacks these files,
// too.
void WebShelf::ask(std::span<const std::string> paths, std::span<const std::size_t> asked,
                   std::vector<Found>& found) {
  std::vector<std::string> urls;
  for (const std::size_t i : asked) urls.push_back(url_of(paths[i]));
  if (rests()) {
    for (const std::size_t i : asked) found[i] = fail(trouble());
    return;
  }
  auto answers = objects_.get(urls);
  bool lacks_any = false;
  for (std::size_t n = 0; n < asked.size(); ++n) {
    Found& one = found[asked[n]];
    auto& answer = answers[n];
    if (!answer)
      one = fail(unavailable(answer.error().message));
    else if (answer->status == http_ok)
      remember(paths[asked[n]], *(one = file_of(std::move(*answer))));
    else if (!may_be_missing(answer->status))
      one = fail(unavailable(status_in_words(answer->status)));
    else
      lacks_any = true;
  }
  if (!lacks_any) return;
  const auto is_store = check_marker();
  for (std::size_t n = 0; n < asked.size(); ++n) {
    if (!answers[n] || !may_be_missing(answers[n]->status)) continue;
    if (is_store)
      remember(paths[asked[n]], nullptr);
    else
      found[asked[n]] = fail(is_store.error());
  }
}

Result<void> WebShelf::check_marker() {
  {
    const std::scoped_lock locked(lock_);
    if (is_store_) return {};
  }
  const std::string url = url_of(static_marker);
  const auto answers = objects_.get({&url, 1});
  const auto& answer = answers.front();
  if (!answer) return fail(unavailable(answer.error().message));
  if (answer->status != http_ok && !may_be_missing(answer->status))
    return fail(unavailable(status_in_words(answer->status)));
  if (answer->status != http_ok || as_text(answer->bytes) != static_marker_text)
    return fail(unavailable(
        say("this is not a store: it has ", answer->status == http_ok ? "another " : "no ", static_marker)));
  const std::scoped_lock locked(lock_);
  is_store_ = true;
  return {};
}

bool WebShelf::take_remembered(const std::string& path, Found& found) {
  const std::scoped_lock locked(lock_);
  const auto known = remembered_.find(path);
  if (known == remembered_.end()) return false;
  if (known->second.until < Clock::now()) {
    remembered_.erase(known);
    return false;
  }
  found = known->second.file;
  return true;
}

// Parts are kept by the code that requests them.
void WebShelf::remember(const std::string& path, const io::SharedBlob& file) {
  const auto key = read_static_path(path);
  if ((key && !key->is_whole()) || (file && file->bytes().size() > largest_remembered)) return;
  const std::scoped_lock locked(lock_);
  if (remembered_.size() >= most_files_remembered) remembered_.clear();
  remembered_[path] = {Clock::now() + remembered_for, file};
}

Error WebShelf::unavailable(std::string_view why) {
  {
    const std::scoped_lock locked(lock_);
    rests_until_ = Clock::now() + outage_lasts;
  }
  return outages_.unavailable(say(place_, ": ", why));
}

bool WebShelf::rests() {
  {
    const std::scoped_lock locked(lock_);
    if (Clock::now() >= rests_until_) return false;
  }
  outages_.again();
  return true;
}

Result<void> WebShelf::put(const Key& /*key*/, std::span<const Bytes> /*pieces*/) {
  return fail(say("store ", place_, ": is read-only; symstore push --static creates its files in a folder"));
}

Result<std::size_t> WebShelf::remove(std::span<const Key> /*keys*/) {
  return fail(say("store ", place_, ": is read-only"));
}

Result<void> WebShelf::list(const std::function<void(const Item&)>& /*visit*/) {
  return fail(say("store ", place_,
                  ": a web server does not list its contents; give complete ids, or list the "
                  "folder that it serves"));
}

}  // namespace symkit::store
