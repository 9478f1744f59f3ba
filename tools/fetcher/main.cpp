// symkit-fetch [--progress] [--look] SERVER...: called by the other tools, not by people. Each line of
// its input is a request (keep/fetch/wanted.h), or "wrong KEY": the file sent for it was another one. Its
// output has these lines:
//   KEY at BYTES ALL WHAT URL; KEY tried WORDS; KEY from WORDS; KEY called NAME;
//   finally KEY have|new PATH or KEY none WHY; with --look, KEY found SIZE WHAT URL and no download
//   dead URL WHY; kind WORDS: about servers
//   trouble WHY: it cannot answer anything, and ends
// symkit-fetch --objects: each line of its input is NUMBER URL; the output is NUMBER have SIZE followed
// by that many bytes, NUMBER none STATUS, or NUMBER failed WHY. It ends at the end of its input.
#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "fetcher/curl_library.h"
#include "fetcher/fetcher.h"
#include "fetcher/object_fetcher.h"
#include "ground/base/environment.h"
#include "ground/base/words.h"

using namespace symkit;

namespace {

// Written to by the signal handler, so that any waiting poll returns at once.
std::array<int, 2> wake = {-1, -1};

extern "C" void end_soon(int /*signal*/) { static_cast<void>(!::write(wake[1], "", 1)); }

void take_question(std::string_view line, fetch::Fetcher& fetcher) {
  constexpr std::string_view wrong = "wrong ";
  if (line.starts_with(wrong)) return fetcher.reject(std::string(line.substr(wrong.size())));
  if (auto wanted = fetch::Wanted::read(line)) fetcher.ask(std::move(*wanted));
}

void take_question(std::string_view line, fetch::ObjectFetcher& fetcher) { fetcher.hear(line); }

// Returns false at the end of the input.
template <class Fetcher>
bool read_questions(std::string& text, Fetcher& fetcher) {
  std::array<char, 4096> buffer{};
  const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  if (size <= 0) return size < 0 && (errno == EINTR || errno == EAGAIN);
  text.append(buffer.data(), static_cast<std::size_t>(size));
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    take_question(std::string_view(text).substr(begin, end - begin), fetcher);
  text.erase(0, begin);
  return true;
}

bool has_input(int descriptor) {
  pollfd waiting{descriptor, POLLIN, 0};
  return ::poll(&waiting, 1, 0) > 0;
}

std::string folder_of_downloads() {
  const std::string cache = cache_home();
  return cache.empty() ? cache : cache + "/symkit/downloads";
}

void write_all(std::string_view left) {
  while (!left.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return end_soon(0);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

void tell(const std::string& line) { write_all(line + '\n'); }

// Runs until there are no more requests, or until it is stopped.
template <class Fetcher>
void answer_all(Fetcher& fetcher) {
  const std::array<int, 2> inputs = {STDIN_FILENO, wake[0]};
  std::string text;
  while (!has_input(wake[0])) {
    if (has_input(STDIN_FILENO) && !read_questions(text, fetcher)) break;
    fetcher.work(inputs);
  }
  fetcher.give_up();
  ::_exit(0);
}

}  // namespace

int main(int count, char** words) {
  fetch::Settings settings{.servers = {},
                           .cache = fetch::ClientCache(fetch::ClientCache::usual_folder()),
                           .downloads = folder_of_downloads(),
                           .connection = fetch::connection_of_environment()};
  for (const std::string_view word : std::vector<std::string_view>(words + 1, words + count)) {
    settings.tells_progress |= word == "--progress";
    settings.only_looks |= word == "--look";
    if (auto server = fetch::read_server(word)) settings.servers.push_back(std::move(*server));
  }
  if (const auto loaded = fetch::load_curl(); !loaded) {
    tell("trouble " + loaded.error().message);
    return 1;
  }
  if (::pipe2(wake.data(), O_CLOEXEC | O_NONBLOCK) != 0) return 1;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) std::signal(signal, end_soon);
  std::signal(SIGPIPE, SIG_IGN);
  if (count > 1 && std::string_view(words[1]) == "--objects") {
    fetch::ObjectFetcher fetcher(std::move(settings.connection), write_all);
    answer_all(fetcher);
  }
  fetch::Fetcher fetcher(std::move(settings), tell);
  answer_all(fetcher);
}
