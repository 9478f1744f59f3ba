// Copies a log to a second thread while it is answered. The answering thread never waits for the other
// one. A small backlog is kept in memory, the rest in a nameless file.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "ground/io/input.h"
#include "serve/http/spool.h"

namespace symkit::service {

class HeardLog final : public io::Feed {
 public:
  explicit HeardLog(const std::string& folder);

  // For the answering thread. Returns false if the other one lags too far behind; it gets nothing more.
  bool say(std::string_view bytes);
  void end() { spool_.end(); }

  std::size_t read(std::span<char> buffer) override;
  bool ready(std::chrono::milliseconds patience) override;

 private:
  static constexpr std::uint64_t most_behind = std::uint64_t{256} << 20;

  bool has_something() const;

  std::mutex lock_;  // guards the members below
  std::condition_variable changed_;
  std::uint64_t said_ = 0;
  std::uint64_t read_ = 0;
  std::string taken_;  // from the spool; only the reading thread uses it
  std::size_t taken_read_ = 0;
  http::Spool spool_;  // uses the members above in its callback
};

}  // namespace symkit::service
