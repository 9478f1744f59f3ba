// symkit-fetch as it runs: started for the first question, and told to end by closing its questions. What it
// says is handed over as it comes, on a thread of its own.
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
  // What is on its way is given up.
  ~FetchProcess();

  bool runs() const { return process_ >= 0; }
  // `words`: the program and its arguments. False where it cannot be started.
  bool start(std::vector<std::string> words, Hear hear, Ended ended);
  // A whole line, from any thread. False where nobody reads it.
  bool say_line(std::string_view line);

 private:
  void listen(const Hear& hear) const;

  int process_ = -1;
  int questions_ = -1;
  int answers_ = -1;
  std::mutex speaking_;
  std::thread listener_;
};

// For who hears lines: each is handed over without its end.
FetchProcess::Hear by_lines(std::function<void(std::string_view line)> hear_line);

}  // namespace symkit::fetch
