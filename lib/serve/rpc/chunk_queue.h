// The chunks of a log between the stream that brings them and the thread that reads it. Only this room's own
// sources include this.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ground/io/input.h"

namespace symkit::rpc {

class ChunkQueue final : public io::Feed {
 public:
  // `has_room` is called from the reader's thread when it wants more than there is.
  explicit ChunkQueue(std::function<void()> has_room) : has_room_(std::move(has_room)) {}

  // False: enough is waiting; has_room() will tell when more is wanted.
  bool put(std::string chunk);
  // Nothing more comes.
  void end();

  std::size_t read(std::span<char> buffer) override;
  bool ready(std::chrono::milliseconds patience) override;

 private:
  static constexpr std::size_t enough = std::size_t{1} << 20;

  std::function<void()> has_room_;
  std::mutex lock_;  // of what follows
  std::condition_variable changed_;
  std::string text_;
  std::size_t taken_ = 0;  // of it
  bool is_full_ = false;   // the stream waits
  bool has_ended_ = false;
};

}  // namespace symkit::rpc
