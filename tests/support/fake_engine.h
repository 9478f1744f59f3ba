// An engine on loopback that answers each command as a test says.
#pragma once

#include <arpa/inet.h>
#include <atomic>
#include <functional>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "keep/redis/reply.h"

namespace symkit::test {

class FakeEngine {
 public:
  // The words of a command, with blanks between → what is sent; "close": the connection is closed.
  using Answer = std::function<std::string(const std::string& command)>;

  explicit FakeEngine(Answer answer)
      : answer_(std::move(answer)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 16);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  FakeEngine(const FakeEngine&) = delete;
  FakeEngine& operator=(const FakeEngine&) = delete;
  ~FakeEngine() {
    ends_ = true;
    acceptor_.join();
    for (std::thread& one : connections_) one.join();
    ::close(listener_);
  }

  std::string place() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string url() const { return "redis://" + place(); }
  // All commands so far, each in brackets.
  std::string heard() const {
    const std::scoped_lock lock(mutex_);
    return heard_;
  }
  std::size_t connections() const { return accepted_; }

 private:
  bool readable(int descriptor) const {
    while (!ends_) {
      pollfd waiting{descriptor, POLLIN, 0};
      if (::poll(&waiting, 1, 5) > 0) return true;
    }
    return false;
  }

  void accept_all() {
    while (readable(listener_)) {
      const int connection = ::accept(listener_, nullptr, nullptr);
      ++accepted_;
      connections_.emplace_back([this, connection] {
        serve(connection);
        ::close(connection);
      });
    }
  }

  void serve(int connection) {
    const redis::ReplyLimits limits{.elements = 100'000};
    redis::ReplyReader reader(limits);
    std::vector<std::uint8_t> buffer(65536);
    while (readable(connection)) {
      const ssize_t got = ::recv(connection, buffer.data(), buffer.size(), 0);
      if (got <= 0) return;
      Bytes rest(buffer.data(), static_cast<std::size_t>(got));
      while (!rest.empty()) {
        const auto taken = reader.read(rest);
        if (!taken) return;
        rest = rest.subspan(*taken);
        if (!reader.is_whole()) continue;
        const std::string answer = answer_to(reader.take());
        reader = redis::ReplyReader(limits);
        if (answer == "close") return;
        ::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
      }
    }
  }

  std::string answer_to(const redis::Reply& command) {
    std::string words;
    for (const redis::Reply& word : command.list)
      words += (words.empty() ? "" : " ") + std::string(word.words());
    const std::scoped_lock lock(mutex_);
    heard_ += "[" + words + "]";
    return answer_(words);
  }

  Answer answer_;
  int listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ends_ = false;
  std::atomic<std::size_t> accepted_ = 0;
  mutable std::mutex mutex_;
  std::string heard_;
  std::thread acceptor_;
  std::vector<std::thread> connections_;
};

}  // namespace symkit::test
