// Assembles files from chunks and prepares them one after the other, while their senders poll for the
// state. Accepted files are recorded on disk, so that an interrupted one is resumed after a restart.
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
  // `added`: called when a file's symbols are stored. `is_there`: whether they are still stored; `said`
  // is symprep's output for the file.
  struct Hooks {
    std::function<void()> added;
    std::function<bool(const std::string& said)> is_there;
  };
  // `preparers` must end before this does.
  Assembly(Uploads& uploads, Workers& preparers, Hooks hooks);
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  // Resumes files that were not finished when the service ended.
  Result<void> open();

  struct State {
    enum class Phase : std::uint8_t { ChunksMissing, Waiting, Working, Done, Failed };
    Phase phase = Phase::Waiting;
    std::vector<std::string> missing = {};
    std::string said = {};    // symprep's output, once it is done
    std::string detail = {};  // why it failed
  };
  // Starts the file's assembly if possible.
  State ask(const WantedFile& file);

  Chunks& chunks() { return chunks_; }
  // Deletes unused files, at intervals.
  void prune();
  // Starts nothing more; files in progress are resumed after a restart.
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
  std::mutex lock_;  // guards the members below
  std::map<std::string, Job> jobs_;
  Clock::time_point pruned_;
  Workers& workers_;
};

}  // namespace symkit::service
