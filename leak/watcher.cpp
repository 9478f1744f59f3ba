#include "watcher.h"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "reports/heap/watching.h"
#include "system.h"

#ifndef PR_SET_PTRACER
#define PR_SET_PTRACER 0x59616d61
#endif

namespace symleak {
namespace {

using symkit::heap::watching::Answer;
using symkit::heap::watching::Message;
using symkit::heap::watching::Request;

// A connection, or -1. Its other end must belong to the same user, and may inspect this process.
int connect_watcher() {
  const char* name = environ == nullptr ? nullptr : std::getenv("SYMLEAK_WATCHER");
  if (name == nullptr) return -1;
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::size_t size = std::strlen(name);
  if (size >= sizeof address.sun_path - 1) return -1;
  std::memcpy(address.sun_path + 1, name, size);
  const int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  ucred peer = {};
  socklen_t peer_size = sizeof peer;
  const timeval patience = {symkit::heap::watching::most_seconds, 0};
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
  if (connect(connection, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
      getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &peer_size) == 0 && peer.uid == geteuid() &&
      setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0) {
    // Makes an exception if only parents may trace (Yama); otherwise has no effect.
    prctl(PR_SET_PTRACER, static_cast<unsigned long>(peer.pid), 0, 0, 0);
    return connection;
  }
  close(connection);
  return -1;
}

bool send_message(int connection, Request request, const char* recording, std::uintptr_t stack) {
  static Message message;
  message.thread = static_cast<std::uint32_t>(ask_kernel(SYS_gettid));
  message.stack = stack;
  message.request = request;
  message.pid = static_cast<std::uint32_t>(getpid());
  std::strncpy(message.recording, recording, sizeof message.recording - 1);
  std::strncpy(message.name, request == Request::Mark ? "end" : "", sizeof message.name - 1);
  return send(connection, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

}  // namespace

void say_hello(const char* recording) {
  const int connection = connect_watcher();
  if (connection < 0) return;
  send_message(connection, Request::Hello, recording, 0);
  close(connection);
}

void ask_for_verdict(const char* recording, std::uintptr_t stack) {
  const int connection = connect_watcher();
  if (connection < 0) return;
  static Answer answer;
  if (send_message(connection, Request::Mark, recording, stack))
    while (recv(connection, &answer, sizeof answer, 0) < 0 && errno == EINTR) {
    }
  close(connection);
}

}  // namespace symleak
