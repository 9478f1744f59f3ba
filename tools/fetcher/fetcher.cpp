#include "fetcher/fetcher.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

#include "fetcher/job.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

constexpr long http_ok = 200, http_part = 206;
constexpr std::chrono::seconds silence_that_is_told{2};
constexpr long most_connections = 16;  // to each server

// Whether the server sends the missing part, of the same version of the file.
bool goes_on_with(const Draft& draft, const Exchange& exchange) {
  const Reply& reply = exchange.reply();
  const Origin& before = draft.origin();
  const std::int64_t from = exchange.question().from, size = reply.size().value_or(-1);
  return from != 0 && draft.size() == from && reply.part_begins() == from &&
         (reply.validator().empty() || reply.validator() == before.validator) &&
         (size < 0 || before.size < 0 || size == before.size);
}

}  // namespace

Fetcher::Fetcher(Settings settings, Tell tell)
    : settings_(std::move(settings)), known_(settings_.downloads), tell_(std::move(tell)) {
  for (const Server& server : settings_.servers) {
    const Host& host = hosts_.emplace_back(server, known_.find(server.url));
    if (host.is_dead) tell_(say("dead ", host.url(), " no such folder"));
  }
  Draft::remove_old(settings_.cache.folder());
  Draft::remove_old(settings_.downloads);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi_ = curl_multi_init();
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, most_connections);
}

Fetcher::~Fetcher() {
  jobs_.clear();
  hosts_.clear();
  curl_multi_cleanup(multi_);
  curl_global_cleanup();
}

void Fetcher::give_up() {
  for (const auto& [key, job] : jobs_) job->draft.reset();
}

void Fetcher::ask(Wanted wanted) {
  std::string key = wanted.key();
  auto& job = jobs_[key];
  if (job) return;
  job = std::make_unique<Job>(std::move(wanted), std::move(key));
  job->round = first_round_of(job->wanted);
  waiting_.push_back(job.get());
}

bool Fetcher::begin_those_that_wait() {
  constexpr std::size_t most_jobs = 64;
  const bool any = !waiting_.empty() && at_work_.size() < most_jobs;
  while (!waiting_.empty() && at_work_.size() < most_jobs) {
    Job& job = *waiting_.front();
    waiting_.pop_front();
    at_work_.insert(&job);
    job.begun = std::chrono::steady_clock::now();
    begin_round(job);
  }
  return any;
}

void Fetcher::reject(const std::string& key) {
  const auto found = jobs_.find(key);
  if (found == jobs_.end() || !found->second->is_settled || found->second->path.empty()) return;
  Job& job = *found->second;
  const bool was_kept =
      job.path.starts_with(settings_.cache.folder()) || job.path.starts_with(settings_.downloads);
  if (job.sender != nullptr && was_kept)
    for (const std::string& path : {job.path, headers_path(job.path)}) ::unlink(path.c_str());
  if (job.sender != nullptr) {
    job.rejected.insert(job.sender);
    known_.forget(job.sender->url());  // a wrong file does not show the server's kind
  }
  job.skips_caches = true;
  job.is_settled = false;
  job.path.clear();
  job.trouble = "the file that it sent has another id";
  job.round = first_round_of(job.wanted);
  job.tries = 0;
  waiting_.push_back(&job);
}

// Searches the local caches, and then asks the servers that can be reached.
void Fetcher::begin_round(Job& job) {
  if (!job.skips_caches && find_here(job)) return;
  const bool is_known_miss =
      settings_.cache.state(job.wanted.id, artifact_of(job)) == ClientCache::State::Missed;
  for (Host& host : hosts_) {
    if (host.is_dead || job.rejected.contains(&host)) continue;
    if (is_known_miss && host.kind() == ServerKind::Debuginfod) continue;
    job.askings.push_back(std::make_unique<Asking>(job, host));
  }
  for (std::size_t i = 0; i < job.askings.size(); ++i) step(*job.askings[i]);
  end_round_if_done(job);
}

bool Fetcher::find_here(Job& job) {
  for (const RemoteFile& place : places_of(ServerKind::Unknown, false, job.wanted, job.round)) {
    const auto [folder, name] = kept_as(job, place);
    std::error_code ignored;
    const std::string path = say(folder, '/', name);
    if (place.is_pointer || folder.empty() || !std::filesystem::is_regular_file(path, ignored)) continue;
    if (std::filesystem::file_size(path, ignored) == 0 || ignored) continue;
    settle(job, "have", path);
    return true;
  }
  return false;
}

// The name under which debuginfod's clients know what is wanted in this round.
std::string Fetcher::artifact_of(const Job& job) {
  if (!job.wanted.source.empty()) return source_artifact(job.wanted.source);
  return std::string(job.round == Round::Debug ? debug_info : executable);
}

Fetcher::Kept Fetcher::kept_as(const Job& job, const RemoteFile& place) const {
  if (!place.kept_as.empty()) return {settings_.downloads, place.kept_as};
  return {settings_.cache.folder(), ClientCache::name_of(job.wanted.id, place.artifact)};
}

Fetcher::Kept Fetcher::kept_as(const Asking& asking) const { return kept_as(asking.job, asking.place); }

// Continues with the next place where the server may have it.
void Fetcher::step(Asking& asking) {
  Host& host = asking.host;
  if (host.probe() == Host::Probe::Due) host.begin_probe(multi_, settings_.connection);
  const bool is_to_wait =
      host.probe() == Host::Probe::Running || host.not_before() > std::chrono::steady_clock::now();
  if (is_to_wait && !host.is_dead) {
    postponed_.push_back(&asking);
    return;
  }
  if (!asking.has_places) {
    const auto all = places_of(host.kind(), host.has_shelves(), asking.job.wanted, asking.job.round);
    asking.places.assign(all.begin(), all.end());
    asking.has_places = true;
    asking.doubts = host.times_doubted();
  }
  if (host.is_folder()) return step_in_folder(asking);
  if (!host.is_dead && asking.places.empty() && (host.doubt() || asking.doubts != host.times_doubted())) {
    asking.has_places = false;
    return step(asking);
  }
  if (host.is_dead || asking.places.empty()) {
    asking.is_done = true;
    return tell_tried(asking, host.is_dead ? "it cannot be reached" : "does not have it");
  }
  RemoteFile place = std::move(asking.places.front());
  asking.places.pop_front();
  ask_for(asking, std::move(place));
}

void Fetcher::step_in_folder(Asking& asking) {
  asking.is_done = true;
  for (const RemoteFile& place : asking.places) {
    const std::string path = asking.host.file_of(place);
    if (path.empty()) continue;
    asking.job.sender = &asking.host;
    return settle(asking.job, "have", path);
  }
}

void Fetcher::ask_for(Asking& asking, RemoteFile place) {
  asking.place = std::move(place);
  asking.pointer.clear();
  asking.trouble.clear();
  Question question{.url = say(asking.host.url(), '/', escaped(asking.place.path)),
                    .longest_s = settings_.connection.limits.longest_s,
                    .only_looks = settings_.only_looks && !asking.wants_all && !asking.place.is_pointer};
  const auto [folder, name] = kept_as(asking);
  const auto partial =
      asking.place.is_pointer || asking.starts_anew ? std::nullopt : Draft::partial(folder, name);
  if (partial && partial->origin.url == question.url && !settings_.only_looks) {
    question.from = partial->size;
    question.validator = partial->origin.validator;
  }
  asking.exchange = std::make_unique<Exchange>(
      multi_, settings_.connection, std::move(question),
      [this, &asking](std::string_view bytes) { return take(asking, bytes); }, &asking);
}

// The first server that sends data is used; the others' data is discarded.
bool Fetcher::take(Asking& asking, std::string_view bytes) {
  constexpr std::size_t longest_pointer = 4096;
  constexpr std::int64_t stretch = std::int64_t{16} << 20;  // after this much the disk is checked again
  const long status = asking.exchange->status();
  if (status != http_ok && status != http_part) return true;
  if (settings_.only_looks && !asking.place.is_pointer) return false;  // only the head was wanted
  if (asking.place.is_pointer) {
    asking.pointer += bytes;
    if (asking.pointer.size() > longest_pointer) asking.trouble = "its file.ptr is too long";
    return asking.trouble.empty();
  }
  Job& job = asking.job;
  if (job.winner == nullptr && !begin_file(asking)) return false;
  if (job.winner != &asking) return false;
  auto kept = job.draft->append(bytes);
  const std::int64_t size = job.draft->size();
  if (kept) kept = may_be_as_large(settings_.connection.limits, size);
  const bool is_another_stretch =
      (size - static_cast<std::int64_t>(bytes.size())) / stretch != size / stretch;
  if (kept && is_another_stretch) kept = has_room(kept_as(asking).folder, stretch);
  if (!kept) asking.trouble = kept.error().message;
  return kept.has_value();
}

bool Fetcher::begin_file(Asking& asking) {
  Job& job = asking.job;
  const Exchange& exchange = *asking.exchange;
  const Reply& reply = exchange.reply();
  const bool is_part = exchange.status() == http_part;
  const std::int64_t size = reply.size().value_or(-1), from = is_part ? exchange.question().from : 0;
  const auto [folder, name] = kept_as(asking);
  auto may_begin = may_be_as_large(settings_.connection.limits, size);
  if (may_begin) may_begin = has_room(folder, size - from);
  if (may_begin && reply.is_packed() && asking.place.kind == ServerKind::Debuginfod)
    may_begin = fail("sent compressed data that was not requested");
  auto draft = may_begin ? Draft::open(folder, name, is_part) : fail(may_begin.error());
  if (!draft) {
    asking.trouble = draft.error().message;
    return false;
  }
  if (is_part && !goes_on_with(**draft, exchange)) {
    (*draft)->drop();
    asking.trouble = "sent a different part than requested";
    asking.starts_anew = true;
    return false;
  }
  if (!is_part) (*draft)->set_origin({exchange.question().url, reply.validator(), size});
  job.draft = std::move(*draft);
  job.winner = &asking;
  return true;
}

// Ten times a second; in long downloads also if nothing arrives.
void Fetcher::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (!settings_.tells_progress || now < next_progress_) return;
  next_progress_ = now + std::chrono::milliseconds(100);
  for (const Job* const job : at_work_) {
    if (job->draft) {
      tell_(say(job->key, " at ", job->draft->size(), ' ',
                std::max<std::int64_t>(job->draft->origin().size, 0), ' ', job->winner->place.word(), ' ',
                job->winner->host.url()));
    } else if (now - job->begun > silence_that_is_told) {
      const auto asked = std::ranges::find_if(job->askings, [](const auto& one) { return !one->is_done; });
      if (asked != job->askings.end())
        tell_(say(job->key, " at 0 0 ", (*asked)->place.word(), ' ', (*asked)->host.url()));
    }
  }
}

void Fetcher::work(std::span<const int> inputs) {
  begin_those_that_wait();
  wake();
  Exchange::work(multi_, [this](void* owner, CURLcode code) {
    const auto host = std::ranges::find_if(hosts_, [&](const Host& one) { return &one == owner; });
    if (host != hosts_.end()) {
      finish_probe(*host, code);
    } else {
      finish(*static_cast<Asking*>(owner), code);
    }
  });
  tell_progress();
  if (begin_those_that_wait()) return;
  Exchange::wait(multi_, inputs, postponed_.empty() ? 1000 : 100);
}

}  // namespace symkit::fetch
