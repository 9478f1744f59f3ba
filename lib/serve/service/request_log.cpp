#include "serve/service/request_log.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "ground/base/utc.h"
#include "ground/base/words.h"
#include "ground/print/json.h"

namespace symkit::service {
namespace {

// "2026-11-23T01:40:07.123Z"
std::string time_now() {
  const auto now = std::chrono::system_clock::now();
  const auto thousandths =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  const std::string digits = std::to_string(1000 + thousandths);
  return say(utc(std::chrono::system_clock::to_time_t(now), "%FT%T."), digits.substr(1), 'Z');
}

}  // namespace

Result<std::unique_ptr<RequestLog>> RequestLog::open(const std::string& path) {
  const int file = path == "-" ? ::dup(STDERR_FILENO)
                               : ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
  if (file < 0) return fail(say("--log ", path, ": ", std::strerror(errno)));
  return std::unique_ptr<RequestLog>(new RequestLog(file));
}

RequestLog::~RequestLog() {
  writer_.finish();
  ::close(file_);
}

void RequestLog::add(std::string_view route, const http::Head& head, const http::Served& served) {
  constexpr std::size_t longest = 256;
  constexpr double in_milliseconds = 1000;
  std::string line;
  print::JsonWriter json(line);
  json.begin_object();
  json.member("time", time_now());
  json.member("client", served.client);
  json.member("method", std::string_view(head.method).substr(0, longest));
  json.member("path", std::string_view(head.path).substr(0, longest));
  json.member("route", route);
  json.member("status", served.status);
  json.member("ms", std::chrono::duration<double>(served.took).count() * in_milliseconds);
  json.member("in", served.in);
  json.member("out", served.out);
  json.member("whole", served.whole);
  if (const std::uint64_t dropped = dropped_.exchange(0); dropped != 0)
    json.member("dropped_before", dropped);
  json.end_object();
  line += '\n';
  if (!writer_.take([this, line = std::move(line)] { write(line); })) ++dropped_;
}

void RequestLog::write(const std::string& line) const {
  if (::write(file_, line.data(), line.size()) < 0) return;  // there is nowhere to report it
}

}  // namespace symkit::service
