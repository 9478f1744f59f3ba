// One client's connection, from the first request to the last, as the server sees it. Included only by
// sources of this folder.
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

// The number of bodies read in parallel from clients that send faster than the server reads.
inline constexpr std::size_t readers = 2;

// State shared by the connections of a server. Used only on the server's thread.
struct Shared {
  Application& application;
  Settings settings;
  std::unique_ptr<boost::asio::ssl::context> tls = {};  // null: no encryption
  Scribe* scribe = nullptr;
  Turns turns{readers};
  std::set<Connection*> connections = {};
  bool stopping = false;
  std::function<void()> when_empty = [] {};
};

// Serves the connection in parallel with the others until it ends. `shared` must outlive it.
void serve(Shared& shared, boost::asio::ip::tcp::socket socket);

}  // namespace symkit::http
