// An input that is read further than its reader has come, by a thread of its own, so that a second reader can
// look at what the first will come to. Memory stays bounded: the thread waits while much is unread.
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
  // Whether the input is one that more may come from, but nobody knows when: it is not at its end, and what
  // is read ahead is not yet as much as it may be. Called whenever that changes, from the thread that reads.
  using TellLive = std::function<void(bool is_live)>;
  static constexpr std::size_t most_unread = 16 << 20;

  static std::shared_ptr<ReadAhead> begin(std::unique_ptr<Input> source, TellLive tell,
                                          std::size_t most = most_unread) {
    return std::shared_ptr<ReadAhead>(new ReadAhead(std::move(source), std::move(tell), most));
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead();

  // The two readers, each of all of it, and for a thread each. Both have to be asked for; for one that is
  // given up nothing is kept.
  std::unique_ptr<Input> reader() { return reader_at(0); }
  std::unique_ptr<Input> scout() { return reader_at(1); }
  // Who waits for more, or asks for it, is told that this is the end.
  void stop();

 private:
  class Reader;
  ReadAhead(std::unique_ptr<Input> source, TellLive tell, std::size_t most);
  struct Place {
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

  std::unique_ptr<Input> source_;  // the thread's own
  std::size_t most_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::string kept_;           // what not all have read
  std::size_t kept_from_ = 0;  // where in the input that begins
  std::array<Place, 2> places_;
  std::optional<Error> error_;
  bool ended_ = false;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace symkit::io
