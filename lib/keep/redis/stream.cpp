#include "keep/redis/stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

#include "ground/base/words.h"
#include "keep/redis/patience.h"

namespace symkit::redis {
namespace {

constexpr std::size_t addresses_at_once = 8;

class PlainStream final : public Stream {
 public:
  PlainStream(Socket socket, std::string_view hint) : socket_(std::move(socket)), hint_(hint) {}

  int descriptor() const override { return socket_.descriptor(); }

  Result<std::size_t> read(std::span<std::uint8_t> first, std::span<std::uint8_t> second) override {
    iovec rooms[] = {{first.data(), first.size()}, {second.data(), second.size()}};
    const ssize_t size = ::readv(descriptor(), rooms, 2);
    if (size > 0) {
      hint_ = {};
      return static_cast<std::size_t>(size);
    }
    if (size == 0) return fail(say("it closed the connection", hint_));
    return nothing_yet();
  }

  Result<std::size_t> write(std::span<const Bytes> pieces) override {
    std::array<iovec, 64> parts;
    const std::size_t count = std::min(parts.size(), pieces.size());
    for (std::size_t at = 0; at < count; ++at)
      parts[at] = {const_cast<std::uint8_t*>(pieces[at].data()), pieces[at].size()};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    const ssize_t size = ::sendmsg(descriptor(), &message, MSG_NOSIGNAL);
    if (size >= 0) return static_cast<std::size_t>(size);
    return nothing_yet();
  }

 private:
  Result<std::size_t> nothing_yet() const {
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return std::size_t{0};
    return fail(say("the connection broke: ", system_words(errno), hint_));
  }

  Socket socket_;
  std::string_view hint_;
};

Result<Socket> begin_connecting(const sockaddr* address, socklen_t size) {
  Socket socket(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.descriptor() < 0) return fail(system_words(errno));
  if (address->sa_family != AF_UNIX) {
    const int yes = 1;
    ::setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  if (::connect(socket.descriptor(), address, size) != 0 && errno != EINPROGRESS)
    return fail(system_words(errno));
  return socket;
}

// Nothing if it is connected.
int connecting_error(const Socket& socket) {
  int error = 0;
  socklen_t size = sizeof error;
  if (::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error;
}

}  // namespace

std::string system_words(int error) {
  switch (error) {
    case ECONNREFUSED: return "connection refused";
    case EHOSTUNREACH: return "no route to the host";
    case ENETUNREACH: return "no route to its network";
    case ECONNRESET: return "it was reset";
    case EPIPE: return "it was closed";
    case ETIMEDOUT: return "it did not answer";
    case ENOENT: return "there is no such socket";
    case EACCES: return "not permitted";
    case EMFILE: return "this process has too many files open";
    default:
      return in_lower_case(strerrordesc_np(error) != nullptr ? strerrordesc_np(error) : "unknown error");
  }
}

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Socket> connect_to(std::span<const Endpoint> endpoints, std::chrono::milliseconds patience) {
  const Deadline deadline(patience);
  std::vector<Socket> sockets;
  std::vector<pollfd> waiting;
  std::string reason = "it has no address";
  for (const Endpoint& endpoint : endpoints.first(std::min(endpoints.size(), addresses_at_once))) {
    auto socket = begin_connecting(reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.size);
    if (!socket) {
      reason = socket.error().message;
      continue;
    }
    waiting.push_back({socket->descriptor(), POLLOUT, 0});
    sockets.push_back(std::move(*socket));
  }
  while (!sockets.empty()) {
    if (!wait_for(waiting, deadline)) return fail(say("no answer within ", patience.count(), " ms"));
    for (std::size_t at = 0; at < sockets.size();) {
      const int error = waiting[at].revents == 0 ? EINPROGRESS : connecting_error(sockets[at]);
      if (error == 0) return std::move(sockets[at]);
      if (error == EINPROGRESS) {
        ++at;
        continue;
      }
      reason = system_words(error);
      sockets.erase(sockets.begin() + static_cast<std::ptrdiff_t>(at));
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  return fail(reason);
}

Result<Socket> connect_to_path(const std::string& path, std::chrono::milliseconds patience) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return fail("the path of the socket is too long");
  std::memcpy(address.sun_path, path.data(), path.size());
  const Deadline deadline(patience);
  for (;;) {
    auto socket = begin_connecting(reinterpret_cast<const sockaddr*>(&address), sizeof address);
    // A Unix socket whose queue of clients is full reports so at once, and cannot be waited for.
    if (socket || socket.error().message != system_words(EAGAIN) || deadline.is_over()) return socket;
    ::poll(nullptr, 0, 5);
  }
}

std::unique_ptr<Stream> plain_stream(Socket socket, std::string_view hint) {
  return std::make_unique<PlainStream>(std::move(socket), hint);
}

}  // namespace symkit::redis
