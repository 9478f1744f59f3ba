// Asks an HTTP service on loopback over kept connections, as fast as it answers or so many times a second,
// and says how long the answers took.
//
// usage: load PORT CONNECTIONS SECONDS RATE PATH BODY...
//
// The bodies are files that are sent in turn. RATE 0: each connection asks again as soon as it was answered.
// With a rate requests are due at fixed moments, and one that is sent late because all connections wait is
// late by as much: its time counts from the moment it was due. SECONDS 0: each body is sent once. Prints a
// line of JSON; 1 where an answer is none of status 200.
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <netinet/tcp.h>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "load: %s\n", why.c_str());
  std::exit(1);
}

struct Connection {
  int socket = -1;
  Clock::time_point due;
  std::string_view unsent;
  std::string answer;
  std::size_t head = 0;  // bytes of its head; 0: it is not there yet
  std::size_t size = 0;  // of all of it
};

struct Numbers {
  std::vector<double> milliseconds;
  std::size_t bytes = 0;

  double at(double share) {
    if (milliseconds.empty()) return 0;
    const auto place = milliseconds.begin() +
                       static_cast<std::ptrdiff_t>(share * static_cast<double>(milliseconds.size() - 1));
    std::nth_element(milliseconds.begin(), place, milliseconds.end());
    return *place;
  }
};

class Load {
 public:
  Load(int port, std::size_t connections, double seconds, double rate, std::vector<std::string> requests)
      : seconds_(seconds),
        rate_(rate),
        requests_(std::move(requests)),
        poll_(::epoll_create1(0)),
        connections_(connections) {
    for (std::size_t i = 0; i < connections; ++i) open(i, port);
  }

  Numbers run() {
    begun_ = Clock::now();
    for (std::size_t i = 0; i < connections_.size(); ++i) free_.push_back(i);
    while (true) {
      send_due();
      const bool is_over = !has_more();
      if (is_over && free_.size() == connections_.size()) return std::move(numbers_);
      std::array<epoll_event, 64> events{};
      const int count = ::epoll_wait(poll_, events.data(), events.size(), is_over || rate_ == 0 ? 10'000 : 1);
      if (count == 0 && (is_over || rate_ == 0)) fail("no answer for ten seconds");
      for (int i = 0; i < count; ++i)
        serve(events[static_cast<std::size_t>(i)].data.u32, events[static_cast<std::size_t>(i)].events);
    }
  }

  double took() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
  void open(std::size_t number, int port) {
    Connection& one = connections_[number];
    one.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(one.socket, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0)
      fail("it does not listen");
    const int yes = 1;
    ::setsockopt(one.socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    epoll_event event{.events = EPOLLIN, .data = {.u32 = static_cast<std::uint32_t>(number)}};
    ::epoll_ctl(poll_, EPOLL_CTL_ADD, one.socket, &event);
  }

  bool has_more() const {
    if (seconds_ == 0) return sent_ < requests_.size();
    return rate_ == 0 ? took() < seconds_ : static_cast<double>(sent_) < seconds_ * rate_;
  }

  Clock::time_point due_of(std::size_t number) const {
    return begun_ + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(static_cast<double>(number) / rate_));
  }

  void send_due() {
    while (!free_.empty() && has_more()) {
      const Clock::time_point now = Clock::now(), due = rate_ == 0 ? now : due_of(sent_);
      if (due > now) return;
      Connection& one = connections_[free_.front()];
      const std::size_t number = free_.front();
      free_.pop_front();
      one.due = due;
      one.unsent = requests_[sent_++ % requests_.size()];
      one.answer.clear();
      one.head = one.size = 0;
      send(one, number);
    }
  }

  void send(Connection& one, std::size_t number) {
    while (!one.unsent.empty()) {
      const ssize_t count =
          ::send(one.socket, one.unsent.data(), one.unsent.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (count < 0 && errno != EAGAIN) fail(std::strerror(errno));
      if (count < 0) break;
      one.unsent.remove_prefix(static_cast<std::size_t>(count));
    }
    epoll_event event{.events = one.unsent.empty() ? EPOLLIN : EPOLLIN | EPOLLOUT,
                      .data = {.u32 = static_cast<std::uint32_t>(number)}};
    if (!one.unsent.empty() || waits_to_send_) ::epoll_ctl(poll_, EPOLL_CTL_MOD, one.socket, &event);
    waits_to_send_ = waits_to_send_ || !one.unsent.empty();
  }

  void serve(std::size_t number, std::uint32_t events) {
    Connection& one = connections_[number];
    if ((events & EPOLLOUT) != 0) send(one, number);
    if ((events & ~static_cast<std::uint32_t>(EPOLLOUT)) == 0) return;
    const ssize_t count = ::recv(one.socket, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("a connection was closed");
    one.answer.append(buffer_.data(), static_cast<std::size_t>(count));
    if (one.head == 0) read_head(one);
    if (one.head == 0 || one.answer.size() < one.size) return;
    numbers_.milliseconds.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - one.due).count());
    numbers_.bytes += one.answer.size() - one.head;
    free_.push_back(number);
  }

  static void read_head(Connection& one) {
    const std::size_t end = one.answer.find("\r\n\r\n");
    if (end == std::string::npos) return;
    if (!one.answer.starts_with("HTTP/1.1 200")) fail(one.answer);
    const std::size_t length = one.answer.find("Content-Length: ");
    if (length == std::string::npos || length > end) fail("an answer without its length");
    one.head = end + 4;
    one.size = one.head + std::strtoull(one.answer.c_str() + length + 16, nullptr, 10);
  }

  double seconds_, rate_;
  std::vector<std::string> requests_;
  int poll_;
  std::vector<Connection> connections_;
  std::deque<std::size_t> free_;
  std::size_t sent_ = 0;
  bool waits_to_send_ = false;  // some connection did once
  Clock::time_point begun_;
  Numbers numbers_;
  std::vector<char> buffer_ = std::vector<char>(1 << 18);
};

std::string request_of(const char* path, const char* file) {
  std::ifstream input(file, std::ios::binary);
  if (!input) fail(file);
  const std::string body((std::istreambuf_iterator<char>(input)), {});
  return std::string("POST ") + path +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

int main(int count, char** words) {
  if (count < 7) fail("usage: load PORT CONNECTIONS SECONDS RATE PATH BODY...");
  std::vector<std::string> requests;
  for (int i = 6; i < count; ++i) requests.push_back(request_of(words[5], words[i]));
  Load load(std::atoi(words[1]), std::strtoull(words[2], nullptr, 10), std::atof(words[3]),
            std::atof(words[4]), std::move(requests));
  Numbers numbers = load.run();
  const double took = load.took();
  std::printf(R"({"answers": %zu, "seconds": %.4f, "bytes": %zu, "p50": %.3f, "p99": %.3f, "most": %.3f})"
              "\n",
              numbers.milliseconds.size(), took, numbers.bytes, numbers.at(0.5), numbers.at(0.99),
              numbers.at(1));
}
