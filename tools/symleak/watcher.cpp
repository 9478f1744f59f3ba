#include "symleak/watcher.h"

#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <poll.h>
#include <signal.h>
#include <sstream>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"
#include "reports/heap/watching.h"
#include "symleak/mark_process.h"
#include "symleak/pack_recording.h"

namespace symkit::symleak {
namespace {

using heap::watching::Answer;
using heap::watching::Message;
using heap::watching::Outcome;
using heap::watching::Request;

constexpr int check_every = 500;  // milliseconds

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return number_; }

 private:
  int number_;
};

// An abstract name: a zero byte first, and no file.
socklen_t address_of(const std::string& name, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::min(name.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name.data(), size);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
}

// The fields of the process's status, from its state on, which is the third field of the line; empty: it
// does not exist.
std::vector<std::string> status_of(int pid) {
  std::ifstream file(say("/proc/", pid, "/stat"));
  std::string text;
  if (!std::getline(file, text) || text.rfind(')') == std::string::npos) return {};
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::vector<std::string> words{std::istream_iterator<std::string>(fields), {}};
  if (words.size() < 20) words.clear();
  return words;
}

// When the process began, which distinguishes processes with the same number. Empty: it and all of its
// threads have ended; the first thread may end before the others.
std::string beginning_of(int pid) {
  const std::vector<std::string> words = status_of(pid);
  if (words.empty()) return {};
  // The number of threads is the 20th field, the start time the 22nd.
  const bool has_ended = words[0] == "Z" && (words[17] == "0" || words[17] == "1");
  return has_ended ? std::string() : words[19];
}

// 0: unknown.
int parent_of(int pid) {
  const std::vector<std::string> words = status_of(pid);
  return words.empty() ? 0 : std::atoi(words[1].c_str());
}

bool descends_from(int pid, int ancestor) {
  constexpr int most_generations = 1000;  // numbers may be reused while they are followed
  for (int i = 0; i < most_generations && pid > 1; ++i, pid = parent_of(pid))
    if (pid == ancestor) return true;
  return false;
}

bool is_own_user(int connection) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

class Watcher {
 public:
  Watcher(int socket, std::string recording, int pid)
      : socket_(socket), recording_(std::move(recording)), first_(pid) {
    look_after(pid, recording_);
  }

  void run() {
    while (any_is_left()) {
      pollfd waiting = {.fd = socket_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, check_every) > 0) serve();
    }
  }

 private:
  struct Process {
    std::string beginning;
    std::string recording;
  };
  void look_after(int pid, const std::string& recording) {
    if (!is_of_this_run(recording)) return;
    Process& process = processes_[pid];
    const std::string before = std::exchange(process.recording, recording);
    process.beginning = beginning_of(pid);
    // A process that becomes another program begins a new recording.
    if (!before.empty() && before != recording) pack_recording(before, pid);
  }
  bool any_is_left() {
    std::erase_if(processes_, [](const auto& process) {
      const auto& [pid, known] = process;
      if (!known.beginning.empty() && beginning_of(pid) == known.beginning) return false;
      pack_recording(known.recording, pid);
      return true;
    });
    return !processes_.empty();
  }

  void serve() {
    const Descriptor connection(::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC));
    if (connection < 0 || !is_own_user(connection)) return;
    const timeval patience = {5, 0};
    ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    auto message = std::make_unique<Message>();
    if (::recv(connection, message.get(), sizeof *message, 0) != sizeof *message ||
        message->magic != Message::right_magic)
      return;
    message->recording[sizeof message->recording - 1] = message->name[sizeof message->name - 1] = 0;
    const int pid = static_cast<int>(message->pid);
    if (message->request == Request::Hello) return look_after(pid, message->recording);
    const MarkWish wish = {.pid = pid,
                           .recording = message->recording,
                           .run = recording_,
                           .name = message->name,
                           .waiting_thread = static_cast<int>(message->thread),
                           .waiting_stack = message->stack};
    send(connection, mark(wish));
    if (message->request == Request::MarkAll) mark_others(wish, connection);
  }
  static void send(int connection, const Answer& answer) {
    ::send(connection, &answer, sizeof answer, MSG_NOSIGNAL);
  }

  // For the run's first process these are all others, including those that have lost their parents.
  void mark_others(MarkWish wish, int connection) {
    const int asked = wish.pid;
    if (!processes_.contains(asked)) return;
    wish.recording.clear();
    for (const auto& [pid, known] : processes_) {
      wish.pid = pid;
      if (pid != asked && beginning_of(pid) == known.beginning &&
          (asked == first_ || descends_from(pid, asked)))
        send(connection, mark(wish));
    }
  }

  // Only recordings of this run are written.
  bool is_of_this_run(const std::string& recording) const {
    return recording == recording_ || recording.starts_with(recording_ + ".");
  }
  Answer mark(MarkWish wish) const {
    Answer answer;
    const auto process = processes_.find(wish.pid);
    if (process == processes_.end()) {
      answer.outcome = Outcome::NotMine;
      return answer;
    }
    if (wish.recording.empty()) wish.recording = process->second.recording;
    const Result<void> marked =
        is_of_this_run(wish.recording) ? mark_process(wish) : fail("this recording belongs to another run");
    if (marked) answer.outcome = Outcome::Done;
    (marked ? wish.recording : marked.error().message).copy(answer.text, sizeof answer.text - 1);
    return answer;
  }

  int socket_;
  std::string recording_;
  int first_;
  std::map<int, Process> processes_;
};

// Detaches from the terminal, and closes everything whose end others may wait for.
void leave_terminal(int keep) {
  ::setsid();
  if (::chdir("/") != 0) return;
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int standard = 0; standard < 3; ++standard) ::dup2(nothing, standard);
  const long most = ::sysconf(_SC_OPEN_MAX);
  for (int other = 3; other < std::min(most, 4096L); ++other)
    if (other != keep) ::close(other);
}

}  // namespace

std::string start_watcher(const std::string& recording) {
  unsigned long long random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) return {};
  const std::string name = say(watcher_names, ::getpid(), "-", random);
  const int listening = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  sockaddr_un address;
  const socklen_t size = address_of(name, address);
  if (listening < 0 || ::bind(listening, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listening, 128) != 0) {
    if (listening >= 0) ::close(listening);
    return {};
  }
  const int pid = ::getpid();
  const pid_t first = ::fork();
  if (first == 0) {
    // Forks twice, so that the watcher is nobody's child: the program never waits for a child that it
    // does not know.
    if (::fork() != 0) ::_exit(0);
    leave_terminal(listening);
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE}) ::signal(number, SIG_IGN);
    Watcher(listening, recording, pid).run();
    ::_exit(0);
  }
  ::close(listening);
  int status = 0;
  if (first > 0) ::waitpid(first, &status, 0);
  return first > 0 ? name : std::string();
}

Result<Asked> ask_watcher(const std::string& watcher, int pid, const std::string& name, bool is_alone) {
  // Another user may use any name and never reply: this neither waits for it nor sends it anything.
  const Descriptor connection(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un address;
  const socklen_t size = address_of(watcher, address);
  Asked asked;
  if (connection < 0 || ::connect(connection, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      !is_own_user(connection))
    return asked;
  auto message = std::make_unique<Message>();
  message->request = is_alone ? Request::Mark : Request::MarkAll;
  message->pid = static_cast<std::uint32_t>(pid);
  name.copy(message->name, sizeof message->name - 1);
  auto answer = std::make_unique<Answer>();
  pollfd waiting = {.fd = connection, .events = POLLIN, .revents = 0};
  if (::send(connection, message.get(), sizeof *message, MSG_NOSIGNAL) != sizeof *message) return asked;
  // The connection ends after the last reply.
  while (::poll(&waiting, 1, heap::watching::most_seconds * 1000) == 1 &&
         ::recv(connection, answer.get(), sizeof *answer, 0) == sizeof *answer) {
    answer->text[sizeof answer->text - 1] = 0;
    if (answer->outcome == Outcome::Done) {
      asked.recordings.emplace_back(answer->text);
    } else if (asked.recordings.empty()) {
      if (answer->outcome == Outcome::Failed) return fail(answer->text);
      return asked;
    } else {
      asked.failures.emplace_back(answer->text);
    }
  }
  return asked;
}

}  // namespace symkit::symleak
