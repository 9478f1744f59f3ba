#include "fetch/downloads.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "base/helper_program.h"
#include "base/words.h"

extern char** environ;

namespace symkit::fetch {
namespace {

// Names are for people only, and a line is a question.
std::string in_one_line(std::string_view name) {
  std::string clean(name.substr(0, 200));
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return clean;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

struct Pipe {
  std::array<int, 2> ends = {-1, -1};
  bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
};

}  // namespace

Downloads::Downloads(DownloadOptions options) : options_(std::move(options)) {
  if (options_.program.empty()) options_.program = helper_program("symkit-fetch");
}

// Closing its questions is how it is told to end; what is on its way is given up.
Downloads::~Downloads() {
  if (process_ < 0) return;
  ::close(questions_);
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
  if (listener_.joinable()) listener_.join();
  ::close(answers_);
}

void Downloads::expect(const ImageId& id, std::string_view name) {
  const std::lock_guard lock(mutex_);
  ask(id, name);
}

Result<std::string> Downloads::get(const ImageId& id, std::string_view name) {
  std::unique_lock lock(mutex_);
  ask(id, name);
  Wanted& wanted = wanted_[id];
  changed_.wait(lock, [&] { return wanted.is_settled; });
  return wanted.path;
}

void Downloads::reject(const ImageId& id) {
  const std::lock_guard lock(mutex_);
  const Wanted& wanted = wanted_[id];
  if (wanted.is_new && wanted.path) ::unlink(wanted.path->c_str());
}

void Downloads::ask(const ImageId& id, std::string_view name) {
  const auto [place, is_new] = wanted_.try_emplace(id);
  if (!is_new) return;
  if (trouble_.empty() && process_ < 0 && !start()) trouble_ = say(options_.program, ": cannot be started");
  if (trouble_.empty() && !write_all(questions_, say(id.hex(), " ", in_one_line(name), "\n")))
    trouble_ = "symkit-fetch has ended";
  if (!trouble_.empty()) place->second = {.is_settled = true, .path = fail(trouble_)};
}

bool Downloads::start() {
  Pipe questions, answers;
  if (!questions.open() || !answers.open()) return false;
  std::vector<std::string> words = {options_.program};
  if (options_.shows_progress) words.emplace_back("--progress");
  for (const Server& server : options_.servers) words.push_back(server.written());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, questions.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, answers.ends[1], STDOUT_FILENO);
  pid_t process = -1;
  const int failed =
      ::posix_spawn(&process, options_.program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(questions.ends[0]);
  ::close(answers.ends[1]);
  if (failed != 0) {
    ::close(questions.ends[1]);
    ::close(answers.ends[0]);
    return false;
  }
  ::signal(SIGPIPE, SIG_IGN);
  process_ = process;
  questions_ = questions.ends[1];
  answers_ = answers.ends[0];
  listener_ = std::thread([this] { listen(); });
  return true;
}

void Downloads::listen() {
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t size = ::read(answers_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return give_up("symkit-fetch has ended");
    text.append(buffer.data(), static_cast<std::size_t>(size));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      settle(std::string_view(text).substr(begin, end - begin));
    text.erase(0, begin);
  }
}

// "<id> have <path>", of the cache; "<id> new <path>"; or "<id> none <why>".
void Downloads::settle(std::string_view line) {
  const std::size_t verb = line.find(' ') + 1, rest = line.find(' ', verb) + 1;
  if (verb == 0 || rest == 0) return;
  const auto id = ImageId::parse(line.substr(0, verb - 1));
  const std::lock_guard lock(mutex_);
  const auto wanted = id ? wanted_.find(*id) : wanted_.end();
  if (wanted == wanted_.end()) return;
  const std::string_view word = line.substr(verb, rest - 1 - verb);
  const bool is_here = word == "new" || word == "have";
  if (!is_here && word != "none") return;  // what goes on meanwhile
  wanted->second.is_settled = true;
  wanted->second.is_new = word == "new";
  wanted->second.path =
      is_here ? Result<std::string>(line.substr(rest)) : fail(std::string(line.substr(rest)));
  changed_.notify_all();
}

void Downloads::give_up(std::string_view why) {
  const std::lock_guard lock(mutex_);
  trouble_ = why;
  for (auto& [id, wanted] : wanted_)
    if (!wanted.is_settled) wanted = {.is_settled = true, .path = fail(trouble_)};
  changed_.notify_all();
}

}  // namespace symkit::fetch
