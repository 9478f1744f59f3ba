// gRPC: the service's answers as proto/symkit/v1 describes them, beside HTTP. What takes long is done by the
// service's own threads; those of gRPC never wait.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "serve/http/server.h"
#include "serve/service/service.h"

namespace symkit::rpc {

struct Settings {
  std::string address = "127.0.0.1";  // of an interface, as numbers
  std::uint16_t port = 0;             // 0: one that is free
  std::string folder = "/tmp";        // for what is too large for memory
  http::Certificate certificate = {};
};

class Server {
 public:
  // It answers from now on. The service must outlive it.
  static Result<std::unique_ptr<Server>> open(const Settings& settings, service::Service& service);
  // What is under way is answered, for ten seconds at most.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // "127.0.0.1:8791", "[::1]:8791"
  std::string place() const;

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace symkit::rpc
