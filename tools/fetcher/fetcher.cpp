#include "fetcher/fetcher.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "base/words.h"

namespace symkit::fetch {
namespace {

constexpr long connect_timeout_ms = 2000;
constexpr long slowest = 100 * 1024;  // bytes in a second
constexpr long most_redirects = 8;
constexpr long http_ok = 200, http_not_found = 404;

template <class T>
T number_in_environment(const char* name, T otherwise) {
  const char* text = std::getenv(name);
  T number{};
  if (text == nullptr) return otherwise;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc() && *end == '\0' && number >= 0 ? number : otherwise;
}

// The server could not be reached at all, so that asking it again costs as much once more.
bool is_of_connecting(CURLcode code, CURL* easy) {
  double connected = 0;
  curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME, &connected);
  return code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST ||
         code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_PEER_FAILED_VERIFICATION ||
         code == CURLE_SSL_CONNECT_ERROR || (code == CURLE_OPERATION_TIMEDOUT && connected == 0);
}

}  // namespace

Limits limits_of_environment() {
  Limits limits;
  limits.timeout_s = number_in_environment("DEBUGINFOD_TIMEOUT", limits.timeout_s);
  limits.longest_s = number_in_environment("DEBUGINFOD_MAXTIME", limits.longest_s);
  limits.largest = number_in_environment("DEBUGINFOD_MAXSIZE", limits.largest);
  limits.tries = number_in_environment("DEBUGINFOD_RETRY_LIMIT", limits.tries);
  return limits;
}

// One server is asked for one file.
struct Fetcher::Transfer {
  Fetcher& fetcher;
  Job& job;
  Server& server;
  CURL* easy;
  bool is_done = false;
};

// One artifact of one image, from all servers.
struct Fetcher::Job {
  ImageId id;
  std::string name;
  Artifact artifact = Artifact::DebugInfo;
  int tries = 0;
  std::vector<std::unique_ptr<Transfer>> transfers;
  Transfer* winner = nullptr;
  ClientCache::Draft draft;
  std::string trouble;  // of the last that did not just say that it has no such file
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

Fetcher::Fetcher(std::vector<std::string> servers, ClientCache cache, Limits limits, Tell tell, Note note)
    : cache_(std::move(cache)), limits_(limits), tell_(std::move(tell)), note_(std::move(note)) {
  for (std::string& url : servers) servers_.push_back({std::move(url)});
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi_ = curl_multi_init();
}

Fetcher::~Fetcher() {
  for (const auto& job : jobs_) {
    for (const auto& transfer : job->transfers) {
      curl_multi_remove_handle(multi_, transfer->easy);
      curl_easy_cleanup(transfer->easy);
    }
    if (job->draft.file >= 0) ClientCache::drop(job->draft);
  }
  curl_multi_cleanup(multi_);
  curl_global_cleanup();
}

void Fetcher::ask(const ImageId& id, std::string name) {
  auto job = std::make_unique<Job>();
  job->id = id;
  job->name = name.empty() ? id.hex() : std::move(name);
  jobs_.push_back(std::move(job));
  start(*jobs_.back());
}

// From the cache, or from those servers that can be reached.
void Fetcher::start(Job& job) {
  const auto state = cache_.state(job.id, job.artifact);
  if (state == ClientCache::State::Here)
    return settle(job, Answer::Kind::Cached, cache_.path_of(job.id, job.artifact));
  if (state == ClientCache::State::Missed) return next_artifact(job);
  for (Server& server : servers_)
    if (!server.is_dead) add_transfer(job, server);
  if (job.transfers.empty()) settle(job, Answer::Kind::None, say("no server can be reached: ", unreached()));
}

void Fetcher::add_transfer(Job& job, Server& server) {
  CURL* const easy = curl_easy_init();
  job.transfers.push_back(std::make_unique<Transfer>(*this, job, server, easy));
  const std::string url = say(server.url, "/buildid/", job.id.hex(), "/", name_of(job.artifact));
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_PRIVATE, job.transfers.back().get());
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Fetcher::receive);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, job.transfers.back().get());
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "symkit");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_MAXREDIRS, most_redirects);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https,file");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, slowest);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, limits_.timeout_s);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, limits_.longest_s);
  if (limits_.largest != 0)
    curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(limits_.largest));
  curl_multi_add_handle(multi_, easy);
}

// The first that has data wins; nothing else is kept of what the others send.
std::size_t Fetcher::receive(char* data, std::size_t size, std::size_t count, void* which) {
  auto& transfer = *static_cast<Transfer*>(which);
  Job& job = transfer.job;
  long status = 0;
  curl_easy_getinfo(transfer.easy, CURLINFO_RESPONSE_CODE, &status);
  const bool is_data = status == http_ok || status == 0;  // 0: of a file
  if (!is_data) return size * count;
  if (job.winner == nullptr) {
    auto draft = transfer.fetcher.cache_.begin(job.id, job.artifact);
    if (!draft) {
      job.trouble = draft.error().message;
      return 0;
    }
    job.draft = std::move(*draft);
    job.winner = &transfer;
  }
  if (job.winner != &transfer) return 0;
  std::size_t left = size * count;
  while (left != 0) {
    const ssize_t written = ::write(job.draft.file, data, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      job.trouble = say(job.draft.path, ": ", std::strerror(errno));
      return 0;
    }
    data += written;
    left -= static_cast<std::size_t>(written);
  }
  const auto limit = transfer.fetcher.limits_.largest;
  const off_t so_far = limit == 0 ? 0 : ::lseek(job.draft.file, 0, SEEK_CUR);
  if (limit != 0 && so_far > limit) {
    job.trouble = say(transfer.server.url, ": has more than DEBUGINFOD_MAXSIZE allows");
    return 0;
  }
  return size * count;
}

void Fetcher::work(int input) {
  int running = 0;
  curl_multi_perform(multi_, &running);
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    char* which = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &which);
    const CURLcode code = message->data.result;
    curl_multi_remove_handle(multi_, message->easy_handle);
    finish(*reinterpret_cast<Transfer*>(which), code);
  }
  curl_waitfd waiting{input, CURL_WAIT_POLLIN, 0};
  curl_multi_poll(multi_, input < 0 ? nullptr : &waiting, input < 0 ? 0 : 1, 1000, nullptr);
}

void Fetcher::finish(Transfer& transfer, CURLcode code) {
  Job& job = transfer.job;
  transfer.is_done = true;
  long status = 0;
  curl_easy_getinfo(transfer.easy, CURLINFO_RESPONSE_CODE, &status);
  const bool is_winner = job.winner == &transfer;
  const bool has_lost = job.winner != nullptr && !is_winner;
  const bool has_none =
      (code == CURLE_OK && status == http_not_found) || code == CURLE_FILE_COULDNT_READ_FILE;
  if (is_winner && code == CURLE_OK) {
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - job.begun).count();
    curl_off_t size = 0;
    curl_easy_getinfo(transfer.easy, CURLINFO_SIZE_DOWNLOAD_T, &size);
    auto path = cache_.keep(std::exchange(job.draft, {}), job.id, job.artifact);
    if (path)
      note_(say(job.name, ": ", size / 1000, " kB in ", static_cast<long>(seconds * 1000), " ms from ",
                transfer.server.url));
    return path ? settle(job, Answer::Kind::Fetched, *path)
                : settle(job, Answer::Kind::None, path.error().message);
  }
  if (!has_lost && !has_none && job.trouble.empty())
    job.trouble = say(transfer.server.url, ": ",
                      code != CURLE_OK ? std::string(curl_easy_strerror(code)) : say("HTTP status ", status));
  if (!has_lost && code != CURLE_OK && is_of_connecting(code, transfer.easy) && !transfer.server.is_dead) {
    transfer.server.is_dead = true;
    note_(say(transfer.server.url, ": ", curl_easy_strerror(code), "; it is not asked again"));
  }
  if (is_winner) {
    ClientCache::drop(std::exchange(job.draft, {}));
    job.winner = nullptr;
  }
  if (std::ranges::all_of(job.transfers, &Transfer::is_done)) end(job);
}

// All have answered, and none has sent the file.
void Fetcher::end(Job& job) {
  for (const auto& transfer : job.transfers) curl_easy_cleanup(transfer->easy);
  job.transfers.clear();
  if (job.trouble.empty()) {
    if (unreached().empty()) cache_.remember_miss(job.id, job.artifact);  // who did not answer may have it
    return next_artifact(job);
  }
  const bool any_left = std::ranges::any_of(servers_, [](const Server& server) { return !server.is_dead; });
  if (!any_left || ++job.tries >= limits_.tries)
    return settle(job, Answer::Kind::None, std::exchange(job.trouble, {}));
  job.trouble.clear();
  start(job);
}

void Fetcher::next_artifact(Job& job) {
  if (job.artifact == Artifact::Executable) {
    const std::string unreached = this->unreached();
    return settle(job, Answer::Kind::None,
                  unreached.empty() ? std::string("no server has it")
                                    : say("no server that answers has it; ", unreached, " does not"));
  }
  job.artifact = Artifact::Executable;
  job.tries = 0;
  start(job);
}

std::string Fetcher::unreached() const {
  std::string urls;
  for (const Server& server : servers_)
    if (server.is_dead) urls += (urls.empty() ? "" : ", ") + server.url;
  return urls;
}

void Fetcher::settle(Job& job, Answer::Kind kind, std::string text) {
  tell_({job.id, kind, std::move(text)});
  for (const auto& transfer : job.transfers) {
    if (!transfer->is_done) curl_multi_remove_handle(multi_, transfer->easy);
    curl_easy_cleanup(transfer->easy);
  }
  std::erase_if(jobs_, [&](const auto& one) { return one.get() == &job; });
}

}  // namespace symkit::fetch
