// An input that a thread reads ahead of its reader, so that a second reader can look at what the first
// will reach. Memory stays bounded: the thread waits while much is unread.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "ground/io/input.h"

namespace symkit::io {

class ReadAhead : public std::enable_shared_from_this<ReadAhead> {
 public:
  // Receives whether the input is live: more may come at any time, because it is not at its end and the
  // limit on what is read ahead is not reached. Called on every change, from the reading thread.
  using TellLive = std::function<void(bool is_live)>;
  static constexpr std::size_t most_unread = 16 << 20;

  static std::shared_ptr<ReadAhead> begin(std::unique_ptr<Input> source, TellLive tell,
                                          std::size_t most = most_unread) {
    return std::shared_ptr<ReadAhead>(new ReadAhead(std::move(source), std::move(tell), most));
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead();

  // The two readers. Each reads the complete input, and each may have a thread of its own. Both must be
  // requested; nothing is kept for one that is destroyed.
  std::unique_ptr<Input> reader() { return reader_at(0); }
  std::unique_ptr<Input> scout() { return reader_at(1); }
  // Readers that wait for more, or read later, get the end.
  void stop();

 private:
  class Reader;
  ReadAhead(std::unique_ptr<Input> source, TellLive tell, std::size_t most);
  struct Progress {
    std::size_t read = 0;  // from the beginning of the input
    bool is_open = true;
  };

  std::unique_ptr<Input> reader_at(std::size_t number);
  void pump(const TellLive& tell);
  std::size_t unread() const;
  void forget_what_all_have_read();
  Result<std::size_t> read(std::size_t number, std::span<char> buffer);
  bool ready(std::size_t number, std::chrono::milliseconds patience);
  void close(std::size_t number);

  std::unique_ptr<Input> source_;  // used by the thread only
  std::size_t most_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::string kept_;           // not yet read by every reader
  std::size_t kept_from_ = 0;  // where in the input `kept_` begins
  std::array<Progress, 2> progress_;
  std::optional<Error> error_;
  bool ended_ = false;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace symkit::io
