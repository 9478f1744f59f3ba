// A log that is heard by another thread while it is answered: who answers never waits for who hears. What
// waits is in memory as far as it is little, behind that in a file without a name.
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

  // From the thread that answers. False: the other one is too far behind, and hears no more.
  bool say(std::string_view bytes);
  void end() { spool_.end(); }

  std::size_t read(std::span<char> buffer) override;
  bool ready(std::chrono::milliseconds patience) override;

 private:
  static constexpr std::uint64_t most_behind = std::uint64_t{256} << 20;

  bool has_something() const;

  std::mutex lock_;  // of what follows
  std::condition_variable changed_;
  std::uint64_t said_ = 0;
  std::uint64_t read_ = 0;
  std::string taken_;  // from the spool; read by one thread alone
  std::size_t taken_read_ = 0;
  http::Spool spool_;  // calls for what stands above
};

}  // namespace symkit::service
