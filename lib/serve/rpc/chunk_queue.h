// Passes the chunks of a log from the stream that receives them to the thread that reads them. Included
// only by sources of this folder.
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
  // `has_room` is called on the reader's thread when it needs more chunks.
  explicit ChunkQueue(std::function<void()> has_room) : has_room_(std::move(has_room)) {}

  // Returns false if the queue is full now; has_room() is called when more chunks are wanted.
  bool put(std::string chunk);
  // No more chunks will follow.
  void end();

  std::size_t read(std::span<char> buffer) override;
  bool ready(std::chrono::milliseconds patience) override;

 private:
  static constexpr std::size_t enough = std::size_t{1} << 20;

  std::function<void()> has_room_;
  std::mutex lock_;  // guards the members below
  std::condition_variable changed_;
  std::string text_;
  std::size_t taken_ = 0;  // of the current chunk
  bool is_full_ = false;   // the stream waits
  bool has_ended_ = false;
};

}  // namespace symkit::rpc
