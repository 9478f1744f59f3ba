// Small files from web servers, by address. symkit-fetch receives many requests at once and keeps its
// connections. Safe for any number of threads.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "keep/fetch/fetch_process.h"

namespace symkit::fetch {

class Objects {
 public:
  // A larger file is refused.
  static constexpr std::uint64_t largest = std::uint64_t{64} << 20;

  // `program`: the symkit-fetch to run, if not the one that belongs to this program.
  explicit Objects(std::string program = {});

  struct Answer {
    long status = 0;                       // HTTP status, also if it is 200
    std::vector<std::uint8_t> bytes = {};  // the complete file
  };
  // In the order of the addresses. An error: there was no response, and why.
  std::vector<Result<Answer>> get(std::span<const std::string> urls);

 private:
  struct Waiting {
    Result<Answer> answer = Answer{};
    bool is_settled = false;
  };

  bool start();
  void hear(std::string_view bytes);
  void take_line(std::string_view line);
  void settle(std::uint64_t number, Result<Answer> answer);
  void give_up();

  std::string program_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::map<std::uint64_t, Waiting*> waiting_;
  std::uint64_t next_number_ = 1;
  std::string trouble_;       // why there are no more responses
  std::string said_;          // received, not yet parsed
  std::uint64_t coming_ = 0;  // the request whose file is arriving; 0: none
  std::size_t bytes_coming_ = 0;
  FetchProcess process_;  // last, because it uses the members above
};

}  // namespace symkit::fetch
