// A file descriptor, bytes in memory, or bytes delivered by a Feed. The first bytes can be peeked at
// before they are read.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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

class ByteSource {
 public:
  ByteSource(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  // The bytes must stay in place meanwhile.
  explicit ByteSource(std::string_view bytes)
      : descriptor_(-1), owned_(false), in_memory_(true), memory_(bytes) {}
  explicit ByteSource(std::shared_ptr<Feed> feed) : descriptor_(-1), owned_(false), feed_(std::move(feed)) {}
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  // Bytes that were peeked at or put back, else from a single read(); waits only if there are none. 0:
  // the end.
  Result<std::size_t> read(std::span<char> buffer);

  // Whether read() would return something at once; waits up to `patience` for that.
  bool ready(std::chrono::milliseconds patience) const;

  // Reads more after the bytes that wait to be read, and returns all of them. No more than before: the
  // end.
  Result<std::string_view> peek_further();

  // A second reader of the same bytes, from where this one began, if the descriptor is of a regular file;
  // else null.
  std::unique_ptr<ByteSource> again() const;

  // Bytes that were peeked at or put back, and not read since.
  std::string_view waiting() const { return waiting_; }

  // How many bytes the descriptor has delivered.
  std::uint64_t taken() const { return taken_; }

  // Puts back bytes that were read too far.
  void put_back(std::string_view bytes) { waiting_.insert(0, bytes); }

 private:
  Result<std::size_t> read_descriptor(std::span<char> buffer);

  int descriptor_;
  bool owned_;
  std::optional<off_t> place_ = {};  // in the file, if the descriptor's own position belongs to another
                                     // reader
  bool in_memory_ = false;
  std::string_view memory_ = {};
  std::shared_ptr<Feed> feed_ = {};  // may be null
  std::string waiting_;              // from the descriptor, not yet returned by read()
  std::uint64_t taken_ = 0;
  bool ended_ = false;  // the end was seen while peeking; a terminal would report it only once
};

}  // namespace symkit::io
