// A running symkit-fetch process: started by the first request, and ended by closing its input. Its
// output is passed on as it comes, on a separate thread.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace symkit::fetch {

class FetchProcess {
 public:
  using Hear = std::function<void(std::string_view bytes)>;
  using Ended = std::function<void()>;

  FetchProcess() = default;
  FetchProcess(const FetchProcess&) = delete;
  FetchProcess& operator=(const FetchProcess&) = delete;
  // Downloads in progress are cancelled.
  ~FetchProcess();

  bool runs() const { return process_ >= 0; }
  // `words`: the program and its arguments. False if it cannot be started.
  bool start(std::vector<std::string> words, Hear hear, Ended ended);
  // Sends a complete line, from any thread. False if the process does not read any more.
  bool say_line(std::string_view line);

 private:
  void listen(const Hear& hear) const;

  int process_ = -1;
  int questions_ = -1;
  int answers_ = -1;
  std::mutex speaking_;
  std::thread listener_;
};

// Wraps a receiver of lines: each is passed without its end.
FetchProcess::Hear by_lines(std::function<void(std::string_view line)> hear_line);

}  // namespace symkit::fetch
