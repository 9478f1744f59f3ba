// symkit-fetch [--progress] URL...: asked by the other tools, not by people. Each line of its input is an id
// and a name; it answers "<id> have <path>", of the cache, "<id> new <path>" or "<id> none <why>". It ends
// when its input does.
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

#include "base/words.h"
#include "fetcher/fetcher.h"

using namespace symkit;

namespace {

volatile std::sig_atomic_t is_to_end = 0;

extern "C" void end_soon(int /*signal*/) { is_to_end = 1; }

// False at the end of the input.
bool read_questions(std::string& text, fetch::Fetcher& fetcher) {
  std::array<char, 4096> buffer{};
  const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  if (size <= 0) return size < 0 && (errno == EINTR || errno == EAGAIN);
  text.append(buffer.data(), static_cast<std::size_t>(size));
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::size_t blank = std::min(line.find(' '), line.size());
    const auto id = ImageId::parse(line.substr(0, blank));
    if (id) fetcher.ask(*id, std::string(line.substr(std::min(blank + 1, line.size()))));
  }
  text.erase(0, begin);
  return true;
}

bool has_input() {
  fd_set waiting;
  FD_ZERO(&waiting);
  FD_SET(STDIN_FILENO, &waiting);
  timeval none{};
  return ::select(STDIN_FILENO + 1, &waiting, nullptr, nullptr, &none) > 0;
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> servers(words + 1, words + count);
  const bool shows_progress = std::erase(servers, "--progress") != 0;
  std::signal(SIGTERM, end_soon);
  std::signal(SIGINT, end_soon);
  std::signal(SIGPIPE, SIG_IGN);
  const auto tell = [](const fetch::Fetcher::Answer& answer) {
    constexpr std::array<std::string_view, 3> words = {" have ", " new ", " none "};
    const std::string line =
        say(answer.id.hex(), words.at(static_cast<std::size_t>(answer.kind)), answer.text, "\n");
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) is_to_end = 1;
  };
  const auto note = [&](const std::string& line) {
    if (shows_progress) std::fprintf(stderr, "%s\n", line.c_str());
  };
  fetch::Fetcher fetcher(std::move(servers), fetch::ClientCache(fetch::ClientCache::usual_folder()),
                         fetch::limits_of_environment(), tell, note);
  std::string text;
  for (bool is_open = true; is_open && is_to_end == 0;) {
    if (has_input()) is_open = read_questions(text, fetcher);
    if (is_open) fetcher.work(STDIN_FILENO);
  }
  return 0;
}
