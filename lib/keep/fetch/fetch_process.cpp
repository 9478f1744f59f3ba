#include "keep/fetch/fetch_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace symkit::fetch {
namespace {

using Ends = std::array<int, 2>;

void close_both(const Ends& ends) {
  for (const int end : ends)
    if (end >= 0) ::close(end);
}

pid_t spawn(std::vector<std::string>& words, int input, int output) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t process = -1;
  const int failed =
      ::posix_spawn(&process, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? process : -1;
}

}  // namespace

FetchProcess::~FetchProcess() {
  if (process_ < 0) return;
  ::close(questions_);
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
  if (listener_.joinable()) listener_.join();
  ::close(answers_);
}

// Requests go through a socket: writing without a reader then raises no signal, which would affect all
// threads.
bool FetchProcess::start(std::vector<std::string> words, Hear hear, Ended ended) {
  Ends questions{-1, -1}, answers{-1, -1};
  const bool opened = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, questions.data()) == 0 &&
                      ::pipe2(answers.data(), O_CLOEXEC) == 0;
  if (opened) process_ = spawn(words, questions[0], answers[1]);
  if (process_ < 0) {
    close_both(questions);
    close_both(answers);
    return false;
  }
  ::close(questions[0]);
  ::close(answers[1]);
  questions_ = questions[1];
  answers_ = answers[0];
  listener_ = std::thread([this, hear = std::move(hear), ended = std::move(ended)] {
    listen(hear);
    ended();
  });
  return true;
}

bool FetchProcess::say_line(std::string_view line) {
  const std::lock_guard lock(speaking_);
  while (!line.empty()) {
    const ssize_t sent = ::send(questions_, line.data(), line.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    line.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void FetchProcess::listen(const Hear& hear) const {
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t size = ::read(answers_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    hear({buffer.data(), static_cast<std::size_t>(size)});
  }
}

FetchProcess::Hear by_lines(std::function<void(std::string_view line)> hear_line) {
  return [text = std::string(), hear_line = std::move(hear_line)](std::string_view bytes) mutable {
    text.append(bytes);
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      hear_line(std::string_view(text).substr(begin, end - begin));
    text.erase(0, begin);
  };
}

}  // namespace symkit::fetch
