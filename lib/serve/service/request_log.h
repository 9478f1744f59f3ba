// A line of JSON for each request, for whoever looks after the service: never a token, nor a log's text, nor
// what stands behind a question mark. Written by a thread of its own: a reader that is slow delays nobody.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "serve/http/application.h"
#include "serve/service/workers.h"

namespace symkit::service {

class RequestLog {
 public:
  // A file, to whose end they go; "-": standard error.
  static Result<std::unique_ptr<RequestLog>> open(const std::string& path);
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;
  ~RequestLog();

  void add(std::string_view route, const http::Head& head, const http::Served& served);

 private:
  explicit RequestLog(int file) : file_(file) {}
  void write(const std::string& line) const;

  int file_;
  std::atomic<std::uint64_t> dropped_ = 0;  // as nobody reads fast enough
  Workers writer_{1, 10'000};
};

}  // namespace symkit::service
