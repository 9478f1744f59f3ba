// Takes parts of an output from several threads and writes them in their order. A thread that finishes early
// goes on with other work, up to a limit, so that memory stays bounded.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "print/output.h"

namespace symkit::print {

class OrderedOutput {
 public:
  // What is done to each piece of a part before it is written, in the order of the output, by one thread at a
  // time.
  using Edit = std::function<void(std::uint64_t part, std::string& text)>;
  // Up to `waiting` parts are kept until those before them are there.
  OrderedOutput(Output& output, std::size_t waiting, Edit edit = {})
      : output_(output), waiting_(waiting), edit_(std::move(edit)) {}

  // The whole of a part, or its end. Parts are numbered from 0, and each number is given once. What comes
  // back is empty and has memory for the next part.
  std::string finish(std::uint64_t part, std::string text);

  // The last part that is wanted, as finish(): those behind it are dropped, finished or not.
  void finish_last(std::uint64_t part, std::string text);

  // The beginning of a part that is not finished: waits until all before it are written. `text` is empty
  // then.
  void begin(std::uint64_t part, std::string& text);

  bool stopped() const { return stopped_; }

 private:
  using Locked = std::unique_lock<std::mutex>;
  void write(std::string& text, Locked& locked);

  Output& output_;
  std::size_t waiting_;
  Edit edit_;
  std::atomic<bool> stopped_ = false;
  std::mutex lock_;  // of what follows
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  std::uint64_t last_ = UINT64_MAX;
  bool writing_ = false;
  std::map<std::uint64_t, std::string> finished_;
  std::vector<std::string> spare_;
};

}  // namespace symkit::print
