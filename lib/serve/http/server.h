// HTTP/1.1 on one thread: connections, their limits of time and size, and bodies in the form that the
// application wants. Slow work is done by the application on its own threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "serve/http/application.h"

namespace symkit::http {

struct Limits {
  std::chrono::seconds idle{60};           // between requests, for a head, and per piece of a body
  std::chrono::seconds conversation{600};  // for each piece of a body that is answered while it arrives
  std::chrono::seconds handshake{10};      // for the TLS handshake, and for closing TLS
  std::chrono::seconds stop{10};           // for requests in progress when the server is asked to stop
  std::size_t connections = 10'000;
};

// PEM files. If they are empty, connections are not encrypted.
struct Certificate {
  std::string chain = {};
  std::string key = {};
};

struct Settings {
  std::string address = "127.0.0.1";  // numeric, of a local interface
  std::uint16_t port = 0;             // 0: any free port
  std::string folder = "/tmp";        // for bodies that are too large for memory
  Certificate certificate = {};
  Limits limits = {};
  std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>();
};

class Server {
 public:
  // Opens the port; the error says why it is not available.
  static Result<std::unique_ptr<Server>> open(Settings settings, Application& application);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // "127.0.0.1:8790", "[::1]:8790"
  std::string place() const;

  // Runs until SIGTERM or SIGINT, and then until all requests in progress are answered or the time limit
  // has passed.
  void run();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace symkit::http
