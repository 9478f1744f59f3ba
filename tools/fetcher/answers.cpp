// How answers to requests are handled.
#include <algorithm>

#include "fetcher/fetcher.h"
#include "fetcher/job.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long http_ok = 200, http_part = 206, http_not_found = 404, http_too_large = 406, http_gone = 410,
               http_no_such_part = 416, http_too_many = 429, http_busy = 503;

// "1.2 MB", "340 kB"
std::string size_in_words(std::int64_t bytes) {
  if (bytes < 1'000'000) return say(bytes / 1000, '.', bytes / 100 % 10, " kB");
  return say(bytes / 1'000'000, '.', bytes / 100'000 % 10, " MB");
}

// Possible statuses of servers that do not support requests for only a file's size.
bool does_not_look(long status, bool was_asked_for_all) {
  return !was_asked_for_all && (status == 400 || status == 405 || status == 501);
}

std::string seconds_since(Clock::time_point begun) {
  const auto tenths =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun).count() / 100;
  return say(tenths / 10, '.', tenths % 10, " s");
}

}  // namespace

void Fetcher::finish_probe(Host& host, CURLcode code) {
  std::string note;
  if (host.probe_goes_on(code, note)) return;
  if (!note.empty()) tell_("kind " + note);
  remember_kind(host);
  if (host.is_dead) give_up_host(host, host.trouble_of_probe());
  wake();
}

void Fetcher::remember_kind(Host& host) {
  if (const auto traits = host.take_discovery()) known_.learn(host.url(), *traits);
}

// Ends all requests to the server, so that no file waits for it any longer.
void Fetcher::give_up_host(Host& host, const std::string& why) {
  host.is_dead = true;
  tell_(say("dead ", host.url(), ' ', why));
  std::vector<Job*> jobs(at_work_.begin(), at_work_.end());
  for (Job* const job : jobs) {
    for (const auto& asking : job->askings) {
      if (&asking->host != &host || asking->is_done) continue;
      asking->exchange.reset();
      std::erase(postponed_, asking.get());
      fail_here(*asking, why);
    }
  }
  for (Job* const job : jobs) end_round_if_done(*job);
}

// Continues requests to servers that now accept them.
void Fetcher::wake() {
  for (Asking* const asking : std::vector<Asking*>(postponed_)) {
    if (std::erase(postponed_, asking) == 0) continue;  // its file has come from another server
    Job& job = asking->job;
    step(*asking);
    end_round_if_done(job);
  }
}

void Fetcher::finish(Asking& asking, CURLcode code) {
  if (asking.exchange->goes_on(code)) return;
  Job& job = asking.job;
  const long status = asking.exchange->status();
  asking.host.has_answered |= status != 0;
  if (settings_.only_looks && !asking.place.is_pointer &&
      (status == http_ok || does_not_look(status, asking.wants_all))) {
    finish_look(asking);
  } else if (job.winner == &asking) {
    finish_file(asking);
  } else if (job.winner != nullptr) {
    asking.is_done = true;  // another server was faster
  } else {
    finish_without_file(asking);
  }
  if (!job.is_settled) end_round_if_done(job);
}

void Fetcher::finish_look(Asking& asking) {
  if (asking.exchange->status() != http_ok) {
    asking.wants_all = true;
    return ask_for(asking, RemoteFile(asking.place));
  }
  asking.host.take_kind(asking.place.kind);
  remember_kind(asking.host);
  settle(asking.job, "found",
         say(asking.exchange->reply().size().value_or(0), ' ', asking.place.word(), ' ', asking.host.url()));
}

// An interrupted download is resumed, as long as each attempt brings something new.
void Fetcher::finish_file(Asking& asking) {
  Job& job = asking.job;
  Exchange& exchange = *asking.exchange;
  std::string why = asking.trouble.empty() ? exchange.trouble() : asking.trouble;
  if (why.empty()) {
    asking.host.take_kind(asking.place.kind);
    remember_kind(asking.host);
    const std::int64_t size = job.draft->size();
    auto path = std::exchange(job.draft, nullptr)->keep();
    if (!path) return settle(job, "none", path.error().message);
    job.sender = &asking.host;
    if (!asking.place.artifact.empty() && job.wanted.source.empty())
      ClientCache::remember_file_name(*path, exchange.reply().file_name());
    tell_(say(job.key, " from ", asking.host.url(), " (", asking.place.word(), ", ", size_in_words(size),
              " in ", seconds_since(job.begun), ')'));
    return settle(job, "new", *path);
  }
  const bool is_further = job.draft->size() > exchange.question().from;
  if (!asking.trouble.empty()) job.draft->drop();  // it is not the wanted file
  job.draft.reset();
  job.winner = nullptr;
  constexpr int most_goings_on = 10'000;
  const auto [folder, name] = kept_as(asking);
  if (exchange.was_cut() && is_further && Draft::partial(folder, name) &&
      ++asking.goings_on <= most_goings_on)
    return ask_for(asking, RemoteFile(asking.place));
  fail_here(asking, std::move(why));
}

void Fetcher::finish_without_file(Asking& asking) {
  Exchange& exchange = *asking.exchange;
  const long status = exchange.status();
  if (asking.starts_anew && asking.goings_on++ == 0) return ask_for(asking, RemoteFile(asking.place));
  if (!asking.trouble.empty()) return fail_here(asking, asking.trouble);
  if (!exchange.trouble().empty()) {
    if ((exchange.was_out_of_reach() || exchange.was_silent()) && !asking.host.has_answered)
      return give_up_host(asking.host, std::string(exchange.trouble()));
    return fail_here(asking, exchange.trouble());
  }
  if (status == http_not_found || status == http_gone) return step(asking);
  if (status == http_no_such_part && exchange.question().from != 0) {
    asking.starts_anew = true;
    return ask_for(asking, RemoteFile(asking.place));
  }
  const bool is_busy = status == http_too_many || status == http_busy;
  if (const long seconds = exchange.seconds_to_wait(); is_busy && seconds > 0) {
    if (!asking.host.postpone(seconds))
      return fail_here(
          asking, say("HTTP status ", status, ": it asks for a wait of ", seconds, " s, which is too long"));
    asking.places.push_front(asking.place);
    return step(asking);
  }
  if ((status == http_ok || status == http_part) && asking.place.is_pointer) return finish_pointer(asking);
  fail_here(asking, status == http_ok ? std::string("it sent an empty file")
                    : status == http_too_large
                        ? say("HTTP status ", status, ": its file is larger than DEBUGINFOD_MAXSIZE")
                        : say("HTTP status ", status));
}

void Fetcher::finish_pointer(Asking& asking) {
  const std::vector<RemoteFile> further = pointed_at(asking.pointer, asking.place);
  if (const std::string message = message_of(asking.pointer); !message.empty())
    return fail_here(asking, "says: " + message);
  asking.places.insert(asking.places.begin(), further.begin(), further.end());
  step(asking);
}

void Fetcher::fail_here(Asking& asking, std::string_view why) {
  asking.is_done = true;
  tell_tried(asking, why);
  if (asking.job.trouble.empty()) asking.job.trouble = say(asking.host.url(), ": ", why);
}

void Fetcher::tell_tried(const Asking& asking, std::string_view why) {
  const Job& job = asking.job;
  const std::string_view what = !job.wanted.source.empty()  ? "source"
                                : job.round == Round::Debug ? debug_info
                                                            : executable;
  tell_(say(job.key, " tried ", asking.host.url(), " (", what, "): ", why));
}

void Fetcher::end_round_if_done(Job& job) {
  if (!job.is_settled && std::ranges::all_of(job.askings, [](const auto& one) { return one->is_done; }))
    end_round(job);
}

// All servers have answered, and none has sent the file.
void Fetcher::end_round(Job& job) {
  const bool all_answered = std::ranges::none_of(hosts_, &Host::is_dead) && job.rejected.empty();
  const bool any_debuginfod = std::ranges::any_of(
      job.askings, [](const auto& asking) { return asking->host.kind() == ServerKind::Debuginfod; });
  job.askings.clear();
  if (!job.trouble.empty() && job.rejected.empty()) {
    const bool any_left = std::ranges::any_of(hosts_, [](const Host& host) { return !host.is_dead; });
    if (any_left && ++job.tries < settings_.connection.limits.tries) {
      job.trouble.clear();
      return begin_round(job);
    }
    const bool may_have_code = std::exchange(job.round, Round::Code) == Round::Debug && !job.skips_caches;
    return may_have_code && find_here(job) ? void() : settle(job, "none", job.trouble);
  }
  if (all_answered && any_debuginfod && !settings_.only_looks)
    settings_.cache.remember_miss(job.wanted.id, artifact_of(job));
  if (job.round == Round::Debug && job.wanted.source.empty()) {
    job.round = Round::Code;
    job.tries = 0;
    return begin_round(job);
  }
  if (!job.trouble.empty()) return settle(job, "none", job.trouble);
  const std::string unreached = this->unreached();
  settle(job, "none",
         unreached.empty() ? std::string("no server has it")
                           : say("no reachable server has it; unreachable: ", unreached));
}

std::string Fetcher::unreached() const {
  std::string urls;
  for (const Host& host : hosts_)
    if (host.is_dead) urls += (urls.empty() ? "" : ", ") + host.url();
  return urls;
}

// The name of an image's file at its source.
void Fetcher::tell_name(const Job& job) {
  const bool is_cached = !settings_.cache.folder().empty() && job.path.starts_with(settings_.cache.folder());
  const std::string name =
      is_cached && job.wanted.source.empty() ? ClientCache::file_name(job.path) : std::string();
  if (!name.empty()) tell_(say(job.key, " called ", name));
}

void Fetcher::settle(Job& job, std::string_view verb, const std::string& text) {
  if (verb != "none") job.path = text;
  job.is_settled = true;
  std::erase_if(postponed_, [&](const Asking* asking) { return &asking->job == &job; });
  job.winner = nullptr;
  job.draft.reset();
  job.askings.clear();
  at_work_.erase(&job);
  tell_name(job);
  tell_(say(job.key, ' ', verb, ' ', text));
}

}  // namespace symkit::fetch
