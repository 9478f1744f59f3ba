// The messages of an upload, one after the other: the file's name, its announced size and its content.
// Included only by sources of this folder.
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

  // The next message. After an error, which says what is wrong with it, no other may follow.
  Result<void> take(const v1::UploadRequest& message);
  // After the last message: the file's name, or what is wrong with the upload.
  Result<std::string> end() const;

 private:
  std::uint64_t most_;
  std::optional<std::string> name_;
  std::uint64_t size_ = 0;
  std::uint64_t said_size_ = 0;  // 0: not given
};

}  // namespace symkit::rpc
