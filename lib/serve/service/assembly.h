// Files that came in chunks: put together and prepared, one after the other, while their senders ask how far
// it is. What was taken on is written down, and gone on with when the service was stopped meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "serve/service/assemble_request.h"
#include "serve/service/chunks.h"
#include "serve/service/uploads.h"
#include "serve/service/workers.h"

namespace symkit::service {

class Assembly {
 public:
  // `added`: called when a file's symbols are there. `is_there`: whether they still are, by what symprep
  // said.
  struct Hooks {
    std::function<void()> added;
    std::function<bool(const std::string& said)> is_there;
  };
  // `preparers` end before this does.
  Assembly(Uploads& uploads, Workers& preparers, Hooks hooks);
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  // What was not done when the service ended is done now.
  Result<void> open();

  struct State {
    enum class Phase : std::uint8_t { ChunksMissing, Waiting, Working, Done, Failed };
    Phase phase = Phase::Waiting;
    std::vector<std::string> missing = {};
    std::string said = {};    // by symprep, when it is done
    std::string detail = {};  // why it failed
  };
  // It is begun if it can be.
  State ask(const WantedFile& file);

  Chunks& chunks() { return chunks_; }
  // What is not used goes, now and then.
  void prune();
  // Nothing more is begun; what is under way is gone on with at the next start.
  void stop() { ending_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    State state = {};
    Clock::time_point ended = {};
  };

  std::string done_place(const std::string& sum) const { return folder_ + "/assembled/" + sum; }
  std::string waiting_place(const std::string& sum) const { return folder_ + "/waiting/" + sum; }
  bool is_done(const WantedFile& file, State& state) const;
  Result<void> begin(const WantedFile& file);
  void work(const WantedFile& file);
  void end(const std::string& sum, State state);

  Uploads& uploads_;
  Hooks hooks_;
  std::string folder_;
  Chunks chunks_;
  std::atomic<bool> ending_ = false;
  std::mutex lock_;  // of what follows
  std::map<std::string, Job> jobs_;
  Clock::time_point pruned_;
  Workers& workers_;
};

}  // namespace symkit::service
