// One server: its idle connections, and its pause after it was unavailable.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "ground/base/result.h"
#include "keep/redis/address.h"
#include "keep/redis/conversation.h"
#include "keep/redis/tls.h"

namespace symkit::redis {

// The trusted authorities, read when TLS is first used.
class LazyAuthorities {
 public:
  Result<std::shared_ptr<const Authorities>> get(const OwnCertificate& own);

 private:
  std::mutex mutex_;
  std::shared_ptr<const Authorities> authorities_;
};

class Node {
 public:
  // Without a host: the address's Unix socket. `of_replica`: the node is to reply although it is not a
  // master.
  Node(const Address& address, std::optional<Host> host, bool of_replica, LazyAuthorities& authorities)
      : address_(address), host_(std::move(host)), of_replica_(of_replica), authorities_(authorities) {}

  // An idle connection, or a new one. An error: connecting failed, now or a moment ago.
  Result<std::unique_ptr<Link>> borrow();
  // Only for connections in good order, with no reply outstanding.
  void give_back(std::unique_ptr<Link> link);
  // The node was unavailable, even on a second attempt: it is not queried for a while.
  void leave_alone(const Error& reason);
  bool is_left_alone();
  // Drops the idle connections, which are as old as one that broke.
  void forget_connections();

  // For messages.
  std::string name() const { return host_ ? host_->text() : address_.socket; }
  const std::optional<Host>& host() const { return host_; }

 private:
  Result<std::unique_ptr<Link>> dial();
  Result<std::unique_ptr<Stream>> open_stream();
  Result<Socket> connect() const;
  PeerNames peer_names() const;
  Result<void> log_in(Link& link) const;
  Result<void> authenticate(Link& link) const;

  const Address& address_;
  std::optional<Host> host_;
  bool of_replica_;
  LazyAuthorities& authorities_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Link>> idle_;
  std::optional<Error> trouble_;
  std::chrono::steady_clock::time_point alone_until_;
};

}  // namespace symkit::redis
