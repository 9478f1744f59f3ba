// One client's connection, from the first request to the last: what the server has to know of it. Only this
// room's own sources include this.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <functional>
#include <memory>
#include <set>

#include "serve/http/application.h"
#include "serve/http/scribe.h"
#include "serve/http/server.h"
#include "serve/http/turns.h"

namespace symkit::http {

class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() = default;

  virtual bool is_idle() const = 0;  // no request is under way
  virtual void close() = 0;
};

// Bodies that are read at a time from clients that send faster than they are read.
inline constexpr std::size_t readers = 2;

// What the connections of a server share. All of it is the server's thread's.
struct Shared {
  Application& application;
  Settings settings;
  std::unique_ptr<boost::asio::ssl::context> tls = {};  // null: nothing is encrypted
  Scribe* scribe = nullptr;
  Turns turns{readers};
  std::set<Connection*> connections = {};
  bool stopping = false;
  std::function<void()> when_empty = [] {};
};

// Until it ends, beside all others. `shared` must outlive it.
void serve(Shared& shared, boost::asio::ip::tcp::socket socket);

}  // namespace symkit::http
