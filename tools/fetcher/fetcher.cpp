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
// At once: a log may name very many images, and a server has other clients.
constexpr std::size_t most_jobs = 64;
constexpr long most_connections = 16;  // to each server
constexpr std::chrono::milliseconds between_reports{100};

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

// What a server may answer that does not know how to be asked for a file's size alone.
bool does_not_look(long status) { return status == 400 || status == 405 || status == 501; }

std::string amount(std::int64_t bytes) {
  constexpr std::int64_t kilobyte = 1000, megabyte = 1000 * kilobyte;
  if (bytes < megabyte) return say((bytes + kilobyte - 1) / kilobyte, " kB");
  return say(bytes / megabyte, ".", bytes % megabyte / (megabyte / 10), " MB");
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
  bool asks_for_all = true;  // false: for its size
  bool is_done = false;
  std::int64_t said_size = 0;  // by X-DEBUGINFOD-SIZE
  std::int64_t received = 0;
};

// One artifact of one image, from all servers.
struct Fetcher::Job {
  ImageId id;
  Artifact artifact = Artifact::DebugInfo;
  int tries = 0;
  std::vector<std::unique_ptr<Transfer>> transfers;
  Transfer* winner = nullptr;
  ClientCache::Draft draft;
  std::string trouble;  // of the last that did not just say that it has no such file
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

Fetcher::Fetcher(std::vector<std::string> servers, ClientCache cache, Limits limits, Ways ways, Tell tell,
                 Note note)
    : cache_(std::move(cache)), limits_(limits), ways_(ways), tell_(std::move(tell)), note_(std::move(note)) {
  for (std::string& url : servers) servers_.push_back({std::move(url)});
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi_ = curl_multi_init();
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, most_connections);
}

Fetcher::~Fetcher() = default;

void Fetcher::give_up() {
  for (const auto& job : jobs_)
    if (job->draft.file >= 0) ClientCache::drop(job->draft);
}

void Fetcher::ask(const ImageId& id) { waiting_.push_back(id); }

bool Fetcher::start_those_that_wait() {
  bool any = false;
  while (!waiting_.empty() && jobs_.size() < most_jobs) {
    auto job = std::make_unique<Job>();
    job->id = waiting_.front();
    waiting_.pop_front();
    jobs_.push_back(std::move(job));
    start(*jobs_.back());
    any = true;
  }
  return any;
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

void Fetcher::add_transfer(Job& job, Server& server, bool asks_for_all) {
  CURL* const easy = curl_easy_init();
  job.transfers.push_back(
      std::make_unique<Transfer>(*this, job, server, easy, asks_for_all || !ways_.only_looks));
  const std::string url = say(server.url, "/buildid/", job.id.hex(), "/", name_of(job.artifact));
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_PRIVATE, job.transfers.back().get());
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Fetcher::receive);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, job.transfers.back().get());
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Fetcher::receive_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, job.transfers.back().get());
  if (!job.transfers.back()->asks_for_all) curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
  // One connection does for all who speak HTTP/2, which is known as soon as there is one.
  if (server.url.starts_with("https:")) curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
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

// The answer that is read is the last, behind all redirects.
std::size_t Fetcher::receive_header(char* line, std::size_t size, std::size_t count, void* which) {
  constexpr std::string_view name = "x-debuginfod-size:";
  auto& transfer = *static_cast<Transfer*>(which);
  const std::string header = in_lower_case(std::string_view(line, size * count));
  if (header.starts_with("http/")) transfer.said_size = 0;
  if (header.starts_with(name)) {
    const std::string_view number = trimmed(std::string_view(header).substr(name.size()));
    std::from_chars(number.data(), number.data() + number.size(), transfer.said_size);
  }
  return size * count;
}

// The first that has data wins; nothing else is kept of what the others send.
std::size_t Fetcher::receive(char* data, std::size_t size, std::size_t count, void* which) {
  auto& transfer = *static_cast<Transfer*>(which);
  Job& job = transfer.job;
  Fetcher& fetcher = transfer.fetcher;
  long status = 0;
  curl_easy_getinfo(transfer.easy, CURLINFO_RESPONSE_CODE, &status);
  const bool is_data = status == http_ok || status == 0;  // 0: of a file
  if (!is_data) return size * count;
  if (fetcher.ways_.only_looks) return 0;  // the headers were all that was wanted
  if (job.winner == nullptr) {
    auto draft = fetcher.cache_.begin(job.id, job.artifact);
    if (!draft) {
      job.trouble = draft.error().message;
      return 0;
    }
    job.draft = std::move(*draft);
    job.winner = &transfer;
  }
  if (job.winner != &transfer) return 0;
  return fetcher.write(transfer, {data, size * count}) ? size * count : 0;
}

bool Fetcher::write(Transfer& transfer, std::string_view data) {
  Job& job = transfer.job;
  transfer.received += static_cast<std::int64_t>(data.size());
  while (!data.empty()) {
    const ssize_t written = ::write(job.draft.file, data.data(), data.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      job.trouble = say(job.draft.path, ": ", std::strerror(errno));
      return false;
    }
    data.remove_prefix(static_cast<std::size_t>(written));
  }
  if (limits_.largest != 0 && transfer.received > limits_.largest) {
    job.trouble = say(transfer.server.url, ": has more than DEBUGINFOD_MAXSIZE allows");
    return false;
  }
  return true;
}

void Fetcher::work(std::span<const int> inputs) {
  start_those_that_wait();
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
  tell_progress();
  if (start_those_that_wait()) return;
  std::vector<curl_waitfd> waiting;
  for (const int input : inputs) waiting.push_back({input, CURL_WAIT_POLLIN, 0});
  curl_multi_poll(multi_, waiting.data(), static_cast<unsigned>(waiting.size()), 1000, nullptr);
}

void Fetcher::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (!ways_.shows_progress || now < next_progress_) return;
  next_progress_ = now + between_reports;
  for (const auto& job : jobs_) {
    if (job->winner == nullptr) continue;
    curl_off_t length = 0;
    curl_easy_getinfo(job->winner->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    const std::int64_t all = length > 0 ? length : job->winner->said_size;
    note_(say(job->id.hex(), " at ", job->winner->received, " ", all, " ", name_of(job->artifact), " ",
              job->winner->server.url));
  }
}

void Fetcher::finish(Transfer& transfer, CURLcode code) {
  Job& job = transfer.job;
  transfer.is_done = true;
  long status = 0;
  curl_easy_getinfo(transfer.easy, CURLINFO_RESPONSE_CODE, &status);
  if (status != 0) transfer.server.has_answered = true;
  if (ways_.only_looks && (status == http_ok || code == CURLE_OK || does_not_look(status)))
    return finish_look(job, transfer, status);
  const bool is_winner = job.winner == &transfer;
  const bool has_lost = job.winner != nullptr && !is_winner;
  const bool has_none =
      (code == CURLE_OK && status == http_not_found) || code == CURLE_FILE_COULDNT_READ_FILE;
  if (is_winner && code == CURLE_OK) return finish_download(job, transfer);
  if (!has_lost) {
    const std::string why = has_none           ? "has none"
                            : code != CURLE_OK ? std::string(curl_easy_strerror(code))
                                               : say("HTTP status ", status);
    if (!has_none && job.trouble.empty()) job.trouble = say(transfer.server.url, ": ", why);
    note_(say(job.id.hex(), " tried ", transfer.server.url, " (", name_of(job.artifact), "): ", why));
    const bool is_gone = code != CURLE_OK && is_of_connecting(code, transfer.easy);
    if (is_gone && !transfer.server.has_answered) give_up_server(transfer.server, why);
  }
  if (is_winner) {
    ClientCache::drop(std::exchange(job.draft, {}));
    job.winner = nullptr;
  }
  end_if_all_have_answered(job);
}

void Fetcher::finish_download(Job& job, const Transfer& transfer) {
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - job.begun).count();
  auto path = cache_.keep(std::exchange(job.draft, {}), job.id, job.artifact);
  if (!path) return settle(job, Answer::Kind::None, path.error().message);
  note_(say(job.id.hex(), " from ", transfer.server.url, " (", name_of(job.artifact), ", ",
            amount(transfer.received), " in ", static_cast<long>(seconds), ".",
            static_cast<long>(seconds * 10) % 10, " s)"));
  settle(job, Answer::Kind::Fetched, *path);
}

// Asked for the size alone; who does not understand that is asked for all, and the answer is broken off.
void Fetcher::finish_look(Job& job, Transfer& transfer, long status) {
  if (status == http_ok || status == 0) {
    curl_off_t length = 0;
    curl_easy_getinfo(transfer.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    const std::int64_t size = transfer.said_size > 0 ? transfer.said_size : length;
    return settle(job, Answer::Kind::Found,
                  say(std::max<std::int64_t>(size, 0), " ", name_of(job.artifact), " ", transfer.server.url));
  }
  if (does_not_look(status) && !transfer.asks_for_all) return add_transfer(job, transfer.server, true);
  const std::string why = status == http_not_found ? "has none" : say("HTTP status ", status);
  if (status != http_not_found && job.trouble.empty()) job.trouble = say(transfer.server.url, ": ", why);
  note_(say(job.id.hex(), " tried ", transfer.server.url, " (", name_of(job.artifact), "): ", why));
  end_if_all_have_answered(job);
}

// Once for all files: nobody waits any longer for those that it was asked for meanwhile.
void Fetcher::give_up_server(Server& server, std::string_view why) {
  if (std::exchange(server.is_dead, true)) return;
  note_(say("dead ", server.url, " ", why));
  std::vector<Job*> others;
  for (const auto& job : jobs_) {
    for (const auto& transfer : job->transfers) {
      if (&transfer->server != &server || transfer->is_done) continue;
      curl_multi_remove_handle(multi_, transfer->easy);
      transfer->is_done = true;
      if (job->trouble.empty()) job->trouble = say(server.url, ": ", why);
      note_(say(job->id.hex(), " tried ", server.url, " (", name_of(job->artifact), "): ", why));
      others.push_back(job.get());
    }
  }
  for (Job* job : others) end_if_all_have_answered(*job);
}

void Fetcher::end_if_all_have_answered(Job& job) {
  if (std::ranges::all_of(job.transfers, &Transfer::is_done)) end(job);
}

// All have answered, and none has sent the file.
void Fetcher::end(Job& job) {
  for (const auto& transfer : job.transfers) curl_easy_cleanup(transfer->easy);
  job.transfers.clear();
  if (job.trouble.empty()) {
    // Who did not answer may have it.
    if (!ways_.only_looks && unreached().empty()) cache_.remember_miss(job.id, job.artifact);
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
