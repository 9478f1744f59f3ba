#include "keep/redis/node.h"

#include <sys/socket.h>

#include "ground/base/words.h"
#include "keep/redis/complaint.h"
#include "keep/redis/rest.h"

namespace symkit::redis {
namespace {

using NodeClock = std::chrono::steady_clock;

constexpr std::size_t connections_kept = 32;

// Whether the other side has closed it or sent something unrequested.
bool is_stale(const Link& link) {
  char byte = 0;
  return ::recv(link.stream->descriptor(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

Result<Reply> ask_alone(Link& link, std::initializer_list<std::string_view> words,
                        std::chrono::milliseconds patience) {
  Command command(words, {.bulk = 4096, .bytes = 65536});
  Talk talk{.link = &link, .commands = {&command}, .fault = std::nullopt};
  converse({&talk, 1}, patience);
  return command.answer ? std::move(*command.answer) : fail(*talk.fault);
}

}  // namespace

Result<std::shared_ptr<const Authorities>> LazyAuthorities::get(const OwnCertificate& own) {
  const std::scoped_lock lock(mutex_);
  if (authorities_) return authorities_;
  auto loaded = load_authorities(own);
  if (loaded) authorities_ = *loaded;
  return loaded;
}

Result<std::unique_ptr<Link>> Node::borrow() {
  {
    const std::scoped_lock lock(mutex_);
    if (trouble_) {
      if (NodeClock::now() < alone_until_) return fail(*trouble_);
      alone_until_ = NodeClock::now() + rest_of_engine;  // this one tries; others need not wait for that
    }
    while (!idle_.empty()) {
      std::unique_ptr<Link> link = std::move(idle_.back());
      idle_.pop_back();
      if (!is_stale(*link)) return link;
    }
  }
  auto link = dial();
  if (!link) leave_alone(link.error());
  return link;
}

void Node::give_back(std::unique_ptr<Link> link) {
  const std::scoped_lock lock(mutex_);
  trouble_.reset();
  if (idle_.size() < connections_kept) idle_.push_back(std::move(link));
}

void Node::leave_alone(const Error& reason) {
  const std::scoped_lock lock(mutex_);
  // Queries that fail during the pause do not extend it.
  const auto now = NodeClock::now();
  if (!trouble_ || now >= alone_until_) alone_until_ = now + rest_of_engine;
  trouble_ = reason;
  idle_.clear();
}

bool Node::is_left_alone() {
  const std::scoped_lock lock(mutex_);
  return trouble_ && NodeClock::now() < alone_until_;
}

void Node::forget_connections() {
  const std::scoped_lock lock(mutex_);
  idle_.clear();
}

Result<std::unique_ptr<Link>> Node::dial() {
  auto stream = open_stream();
  if (!stream) return fail(stream.error().within("cannot be reached").within(name()));
  auto link = std::make_unique<Link>();
  link->stream = std::move(*stream);
  if (const auto logged_in = log_in(*link); !logged_in) return fail(logged_in.error().within(name()));
  return link;
}

Result<Socket> Node::connect() const {
  if (!host_) return connect_to_path(address_.socket, address_.connect_patience);
  const auto endpoints = endpoints_of(*host_, address_.patience);
  if (!endpoints) return fail(endpoints.error());
  auto socket = connect_to(*endpoints, address_.connect_patience);
  // The system sends a lost first packet again only after a second.
  if (!socket && socket.error().message.starts_with("no answer"))
    return connect_to(*endpoints, address_.connect_patience);
  return socket;
}

PeerNames Node::peer_names() const {
  const bool is_number = !endpoint_of_number(host_->name, 0).empty();
  if (!is_number) return {.name = host_->name, .number = {}};
  // Cluster nodes refer to one another by number; the certificate may be for the name that the user gave.
  const Host& given = address_.hosts.front();
  const bool given_as_name = endpoint_of_number(given.name, 0).empty();
  return {.name = given_as_name ? given.name : std::string(), .number = host_->name};
}

Result<std::unique_ptr<Stream>> Node::open_stream() {
  auto socket = connect();
  if (!socket) return fail(socket.error());
  if (!address_.secure)
    return plain_stream(std::move(*socket), host_ ? " (if it requires TLS, use rediss://)" : "");
  auto authorities = authorities_.get(address_.own);
  if (!authorities) return fail(authorities.error());
  return secure_stream(std::move(*authorities), std::move(*socket), peer_names(), address_.patience);
}

Result<void> Node::authenticate(Link& link) const {
  if (address_.user.empty() && address_.password.empty()) return {};
  auto reply = address_.user.empty()
                   ? ask_alone(link, {"AUTH", address_.password}, address_.patience)
                   : ask_alone(link, {"AUTH", address_.user, address_.password}, address_.patience);
  // Engines without users (Kvrocks, Redis before 6) know only the password.
  if (reply && reply->kind == Reply::Kind::Error && !address_.user.empty() &&
      (in_lower_case(reply->text).contains("wrong number of arguments") ||
       in_lower_case(reply->text).contains("syntax error")))
    reply = ask_alone(link, {"AUTH", address_.password}, address_.patience);
  if (!reply) return fail(reply.error());
  if (reply->kind == Reply::Kind::Error) return fail(refusal_of_login(reply->text));
  return {};
}

Result<void> Node::log_in(Link& link) const {
  if (const auto known = authenticate(link); !known) return known;
  if (address_.database != 0) {
    const auto reply = ask_alone(link, {"SELECT", std::to_string(address_.database)}, address_.patience);
    if (!reply) return fail(reply.error());
    if (reply->kind == Reply::Kind::Error)
      return fail(say("database ", address_.database, ": ", in_plain_words(reply->text)));
  }
  if (of_replica_) {
    const auto reply = ask_alone(link, {"READONLY"}, address_.patience);
    if (!reply) return fail(reply.error());
    if (reply->kind == Reply::Kind::Error) return fail(in_plain_words(reply->text));
  }
  return {};
}

}  // namespace symkit::redis
