// HTTP/1.1 on one thread: connections, their limits of time and size, bodies as the application wants them.
// What takes long is the application's, on threads of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "serve/http/application.h"

namespace symkit::http {

struct Limits {
  std::chrono::seconds idle{60};           // between two requests, for a head, and for each piece of a body
  std::chrono::seconds conversation{600};  // for each piece of a body that is answered as it comes
  std::chrono::seconds handshake{10};      // of TLS, and its farewell
  std::chrono::seconds stop{10};           // what is under way when the server is asked to stop
  std::size_t connections = 10'000;
};

// Files in PEM. With none nothing is encrypted.
struct Certificate {
  std::string chain = {};
  std::string key = {};
};

struct Settings {
  std::string address = "127.0.0.1";  // of an interface, as numbers
  std::uint16_t port = 0;             // 0: one that is free
  std::string folder = "/tmp";        // for bodies that are too large for memory
  Certificate certificate = {};
  Limits limits = {};
  std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>();
};

class Server {
 public:
  // Takes the port; the error says why it is not to be had.
  static Result<std::unique_ptr<Server>> open(Settings settings, Application& application);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // "127.0.0.1:8790", "[::1]:8790"
  std::string place() const;

  // Until SIGTERM or SIGINT comes, and then until all that is under way is answered, or its time is over.
  void run();

  std::size_t connections() const;

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace symkit::http
