#include "keep/redis/names.h"

#include <arpa/inet.h>
#include <atomic>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <thread>
#include <unistd.h>

using namespace symkit;
using redis::Endpoint;

namespace {

constexpr std::chrono::milliseconds patience{400};

std::string text_of(const Endpoint& endpoint) {
  char text[INET6_ADDRSTRLEN] = {};
  const auto* v4 = reinterpret_cast<const sockaddr_in*>(&endpoint.address);
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&endpoint.address);
  if (endpoint.address.ss_family == AF_INET) inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text);
  if (endpoint.address.ss_family == AF_INET6) inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text);
  return std::string(text) + "#" + std::to_string(ntohs(v4->sin_port));  // where both have it
}

std::string text_of(const std::vector<Endpoint>& endpoints) {
  std::string text;
  for (const Endpoint& endpoint : endpoints) text += (text.empty() ? "" : " ") + text_of(endpoint);
  return text;
}

// A name server on loopback that answers each question with what `answer` makes of it.
class FakeNameServer {
 public:
  using Answer = std::string (*)(std::string question);

  explicit FakeNameServer(Answer answer) : answer_(answer), descriptor_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::bind(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    socklen_t size = sizeof address;
    ::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~FakeNameServer() {
    ends_ = true;
    thread_.join();
    ::close(descriptor_);
  }

  Endpoint endpoint() const { return redis::endpoint_of_number("127.0.0.1", port_)[0]; }

 private:
  void serve() {
    while (!ends_) {
      pollfd waiting{descriptor_, POLLIN, 0};
      if (::poll(&waiting, 1, 10) <= 0) continue;
      char buffer[512];
      sockaddr_in from{};
      socklen_t size = sizeof from;
      const ssize_t got =
          ::recvfrom(descriptor_, buffer, sizeof buffer, 0, reinterpret_cast<sockaddr*>(&from), &size);
      if (got < 0) continue;
      const std::string answer = answer_(std::string(buffer, static_cast<std::size_t>(got)));
      if (!answer.empty())
        ::sendto(descriptor_, answer.data(), answer.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
    }
  }

  Answer answer_;
  int descriptor_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

constexpr char type_of(const std::string& question) { return question[question.size() - 3]; }

// The question with an answer section behind it.
std::string answered(std::string question, int code, const std::string& data) {
  question[2] = static_cast<char>(0x81);
  question[3] = static_cast<char>(0x80 | code);
  if (data.empty()) return question;
  question[7] = 1;
  const char type = type_of(question);
  question += std::string("\xc0\x0c\0", 3) + type + std::string("\0\1\0\0\0\x3c\0", 7) +
              static_cast<char>(data.size()) + data;
  return question;
}

}  // namespace

TEST_CASE("Addresses in numbers") {
  CHECK(text_of(redis::endpoint_of_number("10.1.2.3", 80)) == "10.1.2.3#80");
  CHECK(text_of(redis::endpoint_of_number("::1", 6379)) == "::1#6379");
  CHECK(redis::endpoint_of_number("cache", 80).empty());
  CHECK(redis::endpoint_of_number("10.1.2", 80).empty());
}

TEST_CASE("What a hosts file has") {
  constexpr std::string_view hosts =
      "127.0.0.1 localhost\n# 1.1.1.1 cache\n10.0.0.5\tcache.example Cache # that one\n::5 cache\nx cache";
  CHECK(text_of(redis::endpoints_in_hosts(hosts, {"cache", 7})) == "10.0.0.5#7 ::5#7");
  CHECK(text_of(redis::endpoints_in_hosts(hosts, {"CACHE.example", 7})) == "10.0.0.5#7");
  CHECK(redis::endpoints_in_hosts(hosts, {"that", 7}).empty());
}

TEST_CASE("How name servers are asked") {
  const auto servers = redis::read_name_servers(
      "nameserver 10.0.0.2\nnameserver ::2 ; second\nsearch a.example b.example\noptions timeout:1 "
      "ndots:2\n");
  CHECK(text_of(servers.servers) == "10.0.0.2#53 ::2#53");
  CHECK(redis::full_names("cache", servers) ==
        std::vector<std::string>{"cache.a.example", "cache.b.example", "cache"});
  CHECK(redis::full_names("x.y.z", servers).front() == "x.y.z");
  CHECK(redis::full_names("cache.", servers) == std::vector<std::string>{"cache."});
  CHECK(text_of(redis::read_name_servers("").servers) == "127.0.0.1#53");
}

TEST_CASE("A name server's answers") {
  const FakeNameServer server([](std::string question) {
    return type_of(question) == 1 ? answered(question, 0, std::string("\x0a\0\0\7", 4))
                                  : answered(question, 0, "");
  });
  const auto found = redis::ask_name_servers({"cache.example", 99}, {{server.endpoint()}, {}, 1}, patience);
  REQUIRE(found);
  CHECK(text_of(*found) == "10.0.0.7#99");
}

TEST_CASE("A name that is found below a domain only") {
  const FakeNameServer server([](std::string question) {
    const bool known = question.contains("cache\7example");
    return known && type_of(question) == 28 ? answered(question, 0, std::string(15, '\0') + '\1')
                                            : answered(question, known ? 0 : 3, "");
  });
  const auto found =
      redis::ask_name_servers({"cache", 99}, {{server.endpoint()}, {"other", "example"}, 1}, patience);
  REQUIRE(found);
  CHECK(text_of(*found) == "::1#99");
  const auto unknown = redis::ask_name_servers({"nowhere", 99}, {{server.endpoint()}, {}, 1}, patience);
  REQUIRE(unknown);
  CHECK(unknown->empty());
}

TEST_CASE("A name server that is silent, and one that stands behind it") {
  const FakeNameServer silent([](std::string) { return std::string(); });
  const FakeNameServer server([](std::string question) {
    return type_of(question) == 1 ? answered(question, 0, std::string("\x0a\0\0\7", 4))
                                  : answered(question, 0, "");
  });
  const auto found =
      redis::ask_name_servers({"cache", 1}, {{silent.endpoint(), server.endpoint()}, {}, 1}, patience);
  REQUIRE(found);
  CHECK(text_of(*found) == "10.0.0.7#1");
  const auto nobody =
      redis::ask_name_servers({"cache", 1}, {{silent.endpoint()}, {}, 1}, std::chrono::milliseconds(60));
  REQUIRE_FALSE(nobody);
  CHECK(nobody.error().message == "no name server answered");
}

TEST_CASE("Answers to other questions, and answers that break off, are not believed") {
  const FakeNameServer liar([](std::string question) {
    std::string answer = answered(question, 0, std::string("\x0a\0\0\7", 4));
    answer[0] = static_cast<char>(answer[0] ^ 1);
    return type_of(question) == 1 ? answer : answer.substr(0, answer.size() - 9);
  });
  CHECK_FALSE(
      redis::ask_name_servers({"cache", 1}, {{liar.endpoint()}, {}, 1}, std::chrono::milliseconds(60)));
  CHECK(redis::ask_name_servers({std::string(70, 'x'), 1}, {{liar.endpoint()}, {}, 1}, patience)->empty());
}
