// Writes a line of JSON for each request, for the service's operator. It never contains a token, text of
// a log, or the query string. A thread of its own writes it, so that a slow reader delays no request.
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
  // A file, which is appended to; "-": standard error.
  static Result<std::unique_ptr<RequestLog>> open(const std::string& path);
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;
  ~RequestLog();

  void add(std::string_view route, const http::Head& head, const http::Served& served);

 private:
  explicit RequestLog(int file) : file_(file) {}
  void write(const std::string& line) const;

  int file_;
  std::atomic<std::uint64_t> dropped_ = 0;  // because the reader is too slow
  Workers writer_{1, 10'000};
};

}  // namespace symkit::service
