// Reads replies of RESP2, the protocol of Redis, as they arrive, in pieces of any size. The server is not
// trusted: a reply that is longer, deeper or has more elements than requested is refused, and memory
// grows with what has arrived, not with an announced size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::redis {

struct Reply {
  enum class Kind : std::uint8_t { Nothing, Text, Error, Number, Bulk, List };

  Kind kind = Kind::Nothing;
  std::int64_t number = 0;
  std::string text;     // for Text and Error
  io::SharedBlob bulk;  // never null in a Bulk
  std::vector<Reply> list;

  // The text of a Text or a Bulk.
  std::string_view words() const;
};

// Limits on a reply, counting all its lists together.
struct ReplyLimits {
  std::uint64_t bulk = std::uint64_t{512} << 20;  // the limit of Redis itself
  std::uint64_t bytes = std::uint64_t{2} << 30;
  std::size_t elements = 0;
  std::size_t nesting = 1;
};

class ReplyReader {
 public:
  explicit ReplyReader(const ReplyLimits& limits) : limits_(limits) {}

  // Where to store the next bytes, so that they need not be copied; empty if that is not known.
  std::span<std::uint8_t> room();
  void filled(std::size_t size);

  // How many of the bytes belong to this reply: all of them, unless it is complete. After an error the
  // rest cannot be parsed.
  Result<std::size_t> read(Bytes bytes);

  bool is_whole() const { return state_ == State::Whole; }
  Reply take() { return std::move(whole_); }

 private:
  enum class State : std::uint8_t { Line, Bulk, BehindBulk, Whole };
  struct Open {  // an incomplete list
    Reply list;
    std::size_t missing;
  };

  std::size_t read_line(Bytes bytes, bool& ended);
  Result<void> take_line();
  Result<void> begin_bulk(std::int64_t size);
  Result<void> begin_list(std::int64_t size);
  void deliver(Reply reply);
  Result<std::size_t> read_behind_bulk(Bytes bytes);
  void grow();

  ReplyLimits limits_;
  State state_ = State::Line;
  std::string line_;
  std::vector<Open> open_;
  Reply whole_;
  std::uint64_t bytes_ = 0;
  std::size_t elements_ = 0;
  std::unique_ptr<std::uint8_t[]> bulk_;
  std::size_t bulk_size_ = 0, bulk_room_ = 0, bulk_filled_ = 0;
};

// Appends a command in the protocol's form.
void append_command(std::string& out, std::span<const std::string_view> words);

}  // namespace symkit::redis
