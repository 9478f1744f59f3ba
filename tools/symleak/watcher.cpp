#include "symleak/watcher.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <memory>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/words.h"
#include "heap/watching.h"
#include "symleak/mark_process.h"

namespace symkit::symleak {
namespace {

using heap::watching::Answer;
using heap::watching::Message;
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

// A name in the kernel's own list: a zero byte first, and no file.
socklen_t address_of(const std::string& name, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::min(name.size(), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name.data(), size);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
}

// When it began: a number that is given again belongs to another.
std::string beginning_of(int pid) {
  std::ifstream file(say("/proc/", pid, "/stat"));
  std::string text;
  if (!std::getline(file, text)) return {};
  std::size_t at = text.rfind(')');
  // Its state is the third field, the time of its beginning the 22nd.
  if (at == std::string::npos || text.substr(at + 2, 1) == "Z") return {};
  for (int field = 2; field < 22 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
  return at == std::string::npos ? std::string() : text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

class Watcher {
 public:
  Watcher(int socket, std::string recording, int pid) : socket_(socket), recording_(std::move(recording)) {
    look_after(pid);
  }

  void run() {
    while (any_is_left()) {
      pollfd waiting = {.fd = socket_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, check_every) > 0) serve();
    }
  }

 private:
  void look_after(int pid) { processes_[pid] = beginning_of(pid); }
  bool any_is_left() {
    std::erase_if(processes_, [](const auto& process) {
      return process.second.empty() || beginning_of(process.first) != process.second;
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
    if (message->request == Request::Hello) return look_after(static_cast<int>(message->pid));
    Answer answer;
    if (const auto marked = mark(*message); marked) {
      answer.is_done = 1;
    } else {
      marked.error().message.copy(answer.error, sizeof answer.error - 1);
    }
    ::send(connection, &answer, sizeof answer, MSG_NOSIGNAL);
  }

  static bool is_own_user(int connection) {
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
  }

  // Only recordings of this run are written to.
  Result<void> mark(const Message& message) const {
    const std::string recording = message.recording;
    if (recording != recording_ && !recording.starts_with(recording_ + "."))
      return fail("that is another run's recording");
    if (!processes_.contains(static_cast<int>(message.pid))) return fail("that process is not recorded here");
    return mark_process(static_cast<int>(message.pid), recording, message.name);
  }

  int socket_;
  std::string recording_;
  std::map<int, std::string> processes_;
};

// Out of the terminal's reach, and holding nothing open that others wait for the end of.
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
  const std::string name = say("symleak-", ::getpid(), "-", random);
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
    // Its child is nobody's: the program never waits for a child that it does not know.
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

Result<void> ask_watcher(const std::string& watcher, int pid, const std::string& recording,
                         const std::string& name) {
  const Descriptor connection(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  sockaddr_un address;
  const socklen_t size = address_of(watcher, address);
  if (connection < 0 || ::connect(connection, reinterpret_cast<sockaddr*>(&address), size) != 0)
    return fail(say("the helper that symleak run has left beside process ", pid,
                    " does not answer: ", std::strerror(errno)));
  auto message = std::make_unique<Message>();
  message->request = Request::Mark;
  message->pid = static_cast<std::uint32_t>(pid);
  recording.copy(message->recording, sizeof message->recording - 1);
  name.copy(message->name, sizeof message->name - 1);
  Answer answer;
  if (::send(connection, message.get(), sizeof *message, MSG_NOSIGNAL) != sizeof *message ||
      ::recv(connection, &answer, sizeof answer, 0) != sizeof answer)
    return fail(say("the helper beside process ", pid, " gave no answer"));
  answer.error[sizeof answer.error - 1] = 0;
  if (answer.is_done == 0) return fail(answer.error);
  return {};
}

}  // namespace symkit::symleak
