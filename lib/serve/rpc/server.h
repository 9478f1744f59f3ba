// gRPC in parallel with HTTP: the service's answers as described in proto/symkit/v1. Slow work is done by
// the service's own threads; gRPC's threads never wait.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "serve/http/server.h"
#include "serve/service/service.h"

namespace symkit::rpc {

struct Settings {
  std::string address = "127.0.0.1";  // numeric, of a local interface
  std::uint16_t port = 0;             // 0: any free port
  std::string folder = "/tmp";        // for data too large for memory
  http::Certificate certificate = {};
};

class Server {
 public:
  // Starts to serve. The service must outlive the server.
  static Result<std::unique_ptr<Server>> open(const Settings& settings, service::Service& service);
  // Finishes calls in progress, for at most ten seconds.
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
