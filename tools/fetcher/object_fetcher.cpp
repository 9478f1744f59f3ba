#include "fetcher/object_fetcher.h"

#include "ground/base/words.h"
#include "keep/fetch/objects.h"

namespace symkit::fetch {
namespace {

constexpr std::size_t most_at_work = 16;
constexpr int most_tries = 2;  // a server may close a kept connection just when it is used again

// A lookup waits for this: another store may have the file.
Connection impatient(Connection connection) {
  connection.limits.timeout_s = 3;
  connection.limits.asks_for_less = false;
  connection.slowest = 2 * 1024;
  connection.headers.clear();  // they are for debuginfods
  return connection;
}

}  // namespace

ObjectFetcher::ObjectFetcher(Connection connection, Tell tell)
    : connection_(impatient(std::move(connection))), tell_(std::move(tell)) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi_ = curl_multi_init();
}

ObjectFetcher::~ObjectFetcher() {
  at_work_.clear();
  curl_multi_cleanup(multi_);
  curl_global_cleanup();
}

void ObjectFetcher::hear(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return;
  waiting_.push_back(
      {.number = std::string(line.substr(0, blank)), .url = std::string(line.substr(blank + 1))});
}

void ObjectFetcher::begin_those_that_wait() {
  while (!waiting_.empty() && at_work_.size() < most_at_work) {
    auto ask = std::make_unique<Ask>(std::move(waiting_.front()));
    waiting_.pop_front();
    Ask* const place = ask.get();
    at_work_.emplace(place, std::move(ask));
    begin(*place);
  }
}

void ObjectFetcher::begin(Ask& ask) {
  constexpr long longest_s = 30;
  ++ask.tries;
  ask.body.clear();
  ask.exchange = std::make_unique<Exchange>(
      multi_, connection_, Question{.url = ask.url, .longest_s = longest_s},
      [this, &ask](std::string_view bytes) { return take(ask, bytes); }, &ask);
}

// A size from the server is only used to refuse large files early.
bool ObjectFetcher::take(Ask& ask, std::string_view bytes) {
  constexpr long http_ok = 200;
  if (ask.exchange->status() != http_ok) return true;
  const Reply& reply = ask.exchange->reply();
  const std::uint64_t said = static_cast<std::uint64_t>(reply.size().value_or(0));
  if (reply.is_packed())
    ask.trouble = "sent compressed data that was not requested";
  else if (said > Objects::largest || ask.body.size() + bytes.size() > Objects::largest)
    ask.trouble = say("sent more than ", Objects::largest >> 20, " MB, the largest size of a stored file");
  else
    ask.body += bytes;
  return ask.trouble.empty();
}

void ObjectFetcher::finish(Ask& ask, CURLcode code) {
  constexpr long http_ok = 200;
  if (ask.exchange->goes_on(code)) return;
  if (ask.trouble.empty()) ask.trouble = ask.exchange->trouble();
  if (ask.exchange->was_cut() && ask.tries < most_tries) {
    ask.trouble.clear();
    return begin(ask);
  }
  if (!ask.trouble.empty()) {
    tell_(say(ask.number, " failed ", ask.trouble, '\n'));
  } else if (const long status = ask.exchange->status(); status != http_ok) {
    tell_(say(ask.number, " none ", status, '\n'));
  } else {
    tell_(say(ask.number, " have ", ask.body.size(), '\n'));
    tell_(ask.body);
  }
  at_work_.erase(&ask);
}

void ObjectFetcher::work(std::span<const int> inputs) {
  begin_those_that_wait();
  Exchange::work(multi_, [this](void* ask, CURLcode code) { finish(*static_cast<Ask*>(ask), code); });
  if (!waiting_.empty() && at_work_.size() < most_at_work) return;
  Exchange::wait(multi_, inputs, 1000);
}

}  // namespace symkit::fetch
