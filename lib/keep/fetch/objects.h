// Small files of web servers, by their addresses: symkit-fetch is asked for many at once, keeps its
// connections, and hands over what came. From any number of threads.
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
  // Of a larger file nothing is taken.
  static constexpr std::uint64_t largest = std::uint64_t{64} << 20;

  // `program`: symkit-fetch, where it is not the one that belongs to this program.
  explicit Objects(std::string program = {});

  struct Answer {
    long status = 0;                       // HTTP's; of 200 also
    std::vector<std::uint8_t> bytes = {};  // all of the file
  };
  // In the order of the addresses. An error: there was no answer, and why.
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
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::map<std::uint64_t, Waiting*> waiting_;
  std::uint64_t next_number_ = 1;
  std::string trouble_;       // why nobody answers any more
  std::string said_;          // and was not understood yet
  std::uint64_t coming_ = 0;  // whose file comes now; 0: nobody's
  std::size_t bytes_coming_ = 0;
  FetchProcess process_;  // the last: it calls what stands above
};

}  // namespace symkit::fetch
