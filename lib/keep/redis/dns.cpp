// DNS queries: the addresses of a name, IPv4 and IPv6 at once, over UDP.
#include <algorithm>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/random.h>
#include <unistd.h>

#include "ground/base/bytes.h"
#include "keep/redis/names.h"
#include "keep/redis/patience.h"

namespace symkit::redis {
namespace {

// If a server has not replied by then, the next one is queried, too.
constexpr std::chrono::milliseconds patience_with_one{150};

class UdpSocket {
 public:
  explicit UdpSocket(const Endpoint& server)
      : descriptor_(::socket(server.address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    if (descriptor_ < 0) return;
    // A connected socket accepts no replies from others.
    if (::connect(descriptor_, reinterpret_cast<const sockaddr*>(&server.address), server.size) == 0) return;
    ::close(descriptor_);
    descriptor_ = -1;
  }
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;
  ~UdpSocket() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

struct NameQuestion {
  std::uint16_t id = 0;
  ns_type type = ns_t_a;
  std::vector<std::uint8_t> bytes;
  bool answered = false;
  bool refused = false;  // the server would not or could not answer
};

void append_number(std::vector<std::uint8_t>& out, unsigned number) {
  out.push_back(static_cast<std::uint8_t>(number >> 8));
  out.push_back(static_cast<std::uint8_t>(number));
}

// Empty if DNS cannot have such a name.
std::vector<std::uint8_t> encoded_name(std::string_view name) {
  std::vector<std::uint8_t> out;
  if (name.ends_with('.')) name.remove_suffix(1);
  while (!name.empty()) {
    const std::string_view label = name.substr(0, name.find('.'));
    if (label.empty() || label.size() > 63) return {};
    out.push_back(static_cast<std::uint8_t>(label.size()));
    out.insert(out.end(), label.begin(), label.end());
    name.remove_prefix(std::min(label.size() + 1, name.size()));
  }
  if (out.empty() || out.size() > 254) return {};
  out.push_back(0);
  return out;
}

NameQuestion question_for(const std::vector<std::uint8_t>& name, ns_type type) {
  NameQuestion question;
  question.type = type;
  if (::getrandom(&question.id, sizeof question.id, 0) != sizeof question.id) question.id = 1;
  append_number(question.bytes, question.id);
  append_number(question.bytes, 0x0100);                                               // wants recursion
  for (const unsigned count : {1U, 0U, 0U, 0U}) append_number(question.bytes, count);  // one question
  question.bytes.insert(question.bytes.end(), name.begin(), name.end());
  append_number(question.bytes, type);
  append_number(question.bytes, ns_c_in);
  return question;
}

bool answers(const NameQuestion& question, const ns_msg& answer, Bytes bytes) {
  // The reply repeats the question, letter by letter.
  const Bytes asked = Bytes(question.bytes).subspan(NS_HFIXEDSZ);
  return ns_msg_id(answer) == question.id && ns_msg_getflag(answer, ns_f_qr) == 1 &&
         std::ranges::equal(slice(bytes, NS_HFIXEDSZ, asked.size()), asked);
}

void collect_addresses(ns_msg& answer, std::uint16_t port, std::vector<Endpoint>& found) {
  for (int at = 0; at < ns_msg_count(answer, ns_s_an); ++at) {
    ns_rr record{};
    if (ns_parserr(&answer, ns_s_an, at, &record) != 0) return;
    char text[INET6_ADDRSTRLEN] = {};
    const int family = ns_rr_type(record) == ns_t_a ? AF_INET : AF_INET6;
    const bool is_address = (ns_rr_type(record) == ns_t_a && ns_rr_rdlen(record) == 4) ||
                            (ns_rr_type(record) == ns_t_aaaa && ns_rr_rdlen(record) == 16);
    if (!is_address || found.size() >= 16) continue;
    if (inet_ntop(family, ns_rr_rdata(record), text, sizeof text) == nullptr) continue;
    for (const Endpoint& endpoint : endpoint_of_number(text, port)) found.push_back(endpoint);
  }
}

void take_answer(int descriptor, std::span<NameQuestion> questions, std::uint16_t port,
                 std::vector<Endpoint>& found) {
  std::uint8_t buffer[4096];
  const ssize_t size = ::recv(descriptor, buffer, sizeof buffer, 0);
  ns_msg answer{};
  if (size < 0) {
    for (NameQuestion& question : questions) question.refused = true;  // no server listens there
    return;
  }
  const Bytes bytes(buffer, static_cast<std::size_t>(size));
  if (ns_initparse(buffer, static_cast<int>(size), &answer) != 0) return;
  for (NameQuestion& question : questions) {
    if (question.answered || !answers(question, answer, bytes)) continue;
    const int code = ns_msg_getflag(answer, ns_f_rcode);
    (code == ns_r_noerror || code == ns_r_nxdomain ? question.answered : question.refused) = true;
    collect_addresses(answer, port, found);
  }
}

// True: it has answered both questions.
bool ask_server(const Endpoint& server, std::span<NameQuestion> questions, std::uint16_t port,
                const Deadline& deadline, std::vector<Endpoint>& found) {
  const UdpSocket socket(server);
  if (socket.descriptor() < 0) return false;
  for (const NameQuestion& question : questions)
    if (!question.answered)
      (void)!::send(socket.descriptor(), question.bytes.data(), question.bytes.size(), MSG_NOSIGNAL);
  const auto answered = [&] { return std::ranges::all_of(questions, &NameQuestion::answered); };
  while (!answered() && std::ranges::none_of(questions, &NameQuestion::refused)) {
    pollfd waiting{socket.descriptor(), POLLIN, 0};
    if (!wait_for({&waiting, 1}, deadline)) return false;
    take_answer(socket.descriptor(), questions, port, found);
  }
  for (NameQuestion& question : questions) question.refused = false;
  return answered();
}

}  // namespace

Result<std::vector<Endpoint>> ask_name_servers(const Host& host, const NameServers& servers,
                                               std::chrono::milliseconds patience) {
  const Deadline deadline(patience);
  for (const std::string& name : full_names(host.name, servers)) {
    const std::vector<std::uint8_t> encoded = encoded_name(name);
    if (encoded.empty()) continue;
    NameQuestion questions[] = {question_for(encoded, ns_t_a), question_for(encoded, ns_t_aaaa)};
    std::vector<Endpoint> found;
    bool answered = false;
    for (const Endpoint& server : servers.servers) {
      const bool is_last = &server == &servers.servers.back();
      answered = ask_server(server, questions, host.port,
                            is_last ? deadline : deadline.or_sooner(patience_with_one), found);
      if (answered || !found.empty()) break;
    }
    if (!found.empty()) {
      std::ranges::stable_partition(found,
                                    [](const Endpoint& one) { return one.address.ss_family == AF_INET; });
      return found;
    }
    if (!answered) return fail("no name server answered");
  }
  return std::vector<Endpoint>{};
}

}  // namespace symkit::redis
