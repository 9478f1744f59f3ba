// What the messages of an upload say, one after the other: its name, how long it is said to be and how long
// it is. Only this room's own sources include this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ground/base/result.h"
#include "symkit/v1/symbol_manager.pb.h"

namespace symkit::rpc {

class UploadMessages {
 public:
  // `most`: bytes of a file.
  explicit UploadMessages(std::uint64_t most) : most_(most) {}

  // The next. The error says what is wrong with it; then there must be no other.
  Result<void> take(const v1::UploadRequest& message);
  // There was the last: the file's name, or why it is none.
  Result<std::string> end() const;

 private:
  std::uint64_t most_;
  std::optional<std::string> name_;
  std::uint64_t size_ = 0;
  std::uint64_t said_size_ = 0;  // 0: it was not said
};

}  // namespace symkit::rpc
