// symkit-fetch [--progress] [--look] URL...: asked by the other tools, not by people. Each line of its input
// is an id and a name. It answers "<id> have <path>", of the cache; "<id> new <path>"; or "<id> none <why>";
// with --look "<id> found <size> <what> <url>", and downloads nothing. Before that it may say "<id> at
// <bytes> <all> <what> <url>", "<id> from <words>", "<id> tried <words>", "dead <url> <why>". It ends with
// its input.
#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/words.h"
#include "fetcher/fetcher.h"

using namespace symkit;

namespace {

// Written to by the handler, so that who waits for anything sees it at once.
std::array<int, 2> wake = {-1, -1};

extern "C" void end_soon(int /*signal*/) { static_cast<void>(!::write(wake[1], "", 1)); }

// False at the end of the input.
bool read_questions(std::string& text, fetch::Fetcher& fetcher) {
  std::array<char, 4096> buffer{};
  const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  if (size <= 0) return size < 0 && (errno == EINTR || errno == EAGAIN);
  text.append(buffer.data(), static_cast<std::size_t>(size));
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (const auto id = ImageId::parse(line.substr(0, line.find(' ')))) fetcher.ask(*id);
  }
  text.erase(0, begin);
  return true;
}

bool has_input(int descriptor) {
  pollfd waiting{descriptor, POLLIN, 0};
  return ::poll(&waiting, 1, 0) > 0;
}

void write_line(std::string line) {
  line += '\n';
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) end_soon(0);
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> servers(words + 1, words + count);
  fetch::Fetcher::Ways ways;
  ways.shows_progress = std::erase(servers, "--progress") != 0;
  ways.only_looks = std::erase(servers, "--look") != 0;
  if (::pipe2(wake.data(), O_CLOEXEC | O_NONBLOCK) != 0) return 1;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) std::signal(signal, end_soon);
  std::signal(SIGPIPE, SIG_IGN);
  const auto tell = [](const fetch::Fetcher::Answer& answer) {
    constexpr std::array<std::string_view, 4> verbs = {" have ", " new ", " none ", " found "};
    write_line(say(answer.id.hex(), verbs.at(static_cast<std::size_t>(answer.kind)), answer.text));
  };
  fetch::Fetcher fetcher(std::move(servers), fetch::ClientCache(fetch::ClientCache::usual_folder()),
                         fetch::limits_of_environment(), ways, tell, write_line);
  const std::array<int, 2> inputs = {STDIN_FILENO, wake[0]};
  std::string text;
  while (!has_input(wake[0])) {
    if (has_input(STDIN_FILENO) && !read_questions(text, fetcher)) break;
    fetcher.work(inputs);
  }
  fetcher.give_up();
  ::_exit(0);
}
