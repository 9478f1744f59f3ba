// A file descriptor, bytes in memory, or bytes that somebody brings, of which the first can be looked at
// before they are read.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>

#include "ground/base/result.h"

namespace symkit::io {

class Feed;

// Hears of bytes; false: enough.
using Listener = std::function<bool(std::string_view bytes)>;

class ByteSource {
 public:
  ByteSource(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  // These stay where they are meanwhile.
  explicit ByteSource(std::string_view bytes)
      : descriptor_(-1), owned_(false), in_memory_(true), memory_(bytes) {}
  explicit ByteSource(std::shared_ptr<Feed> feed) : descriptor_(-1), owned_(false), feed_(std::move(feed)) {}
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  // What was peeked at or put back, else what one read() gives; waits only where there is nothing. 0: the
  // end.
  Result<std::size_t> read(std::span<char> buffer);

  // Whether read() would give something at once; waits up to so long for that.
  bool ready(std::chrono::milliseconds patience) const;

  // Reads more behind the bytes that wait to be read, and gives all of them; no more than before: the end.
  Result<std::string_view> peek_further();

  // The same bytes once more, from where this began, where the descriptor is of a regular file; else null.
  std::unique_ptr<ByteSource> again() const;

  // What was peeked at or put back, and not read since.
  std::string_view waiting() const { return waiting_; }

  // How many bytes the descriptor has given.
  std::uint64_t taken() const { return taken_; }

  // Is told all bytes as they come; where it has enough, they are at their end.
  void tell(Listener listener) { listener_ = std::move(listener); }

  // Gives bytes back that were read too far.
  void put_back(std::string_view bytes) { waiting_.insert(0, bytes); }

 private:
  Result<std::size_t> read_descriptor(std::span<char> buffer);
  Result<std::size_t> read_unheard(std::span<char> buffer);

  int descriptor_;
  bool owned_;
  std::optional<off_t> place_ = {};  // in the file, where the descriptor's own is another's
  bool in_memory_ = false;
  std::string_view memory_ = {};
  std::shared_ptr<Feed> feed_ = {};  // null: there is none
  std::string waiting_;              // read from the descriptor, but by nobody yet
  std::uint64_t taken_ = 0;
  Listener listener_;   // empty: there is none
  bool ended_ = false;  // said so while it was peeked at: a terminal would say it only once
};

}  // namespace symkit::io
