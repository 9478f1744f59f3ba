// The container format of a PDB (MSF 7.00): streams, each in blocks anywhere in the file, and a directory
// of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::pdb {

// The content of a stream: a view of the file if its blocks are consecutive, otherwise a copy.
class Stream {
 public:
  Stream() = default;
  explicit Stream(Bytes view) : bytes_(view) {}
  Stream(std::unique_ptr<std::uint8_t[]> copy, std::size_t size)
      : copy_(std::move(copy)), bytes_(copy_.get(), size) {}

  Bytes bytes() const { return bytes_; }
  bool is_copy() const { return copy_ != nullptr; }

 private:
  std::unique_ptr<std::uint8_t[]> copy_;
  Bytes bytes_;
};

bool is_msf(Bytes beginning);

class Msf {
 public:
  // `file` must outlive the result and everything read from it.
  static Result<std::unique_ptr<Msf>> open(Bytes file);

  Bytes file() const { return file_; }
  // 0 also for a stream that does not exist.
  std::uint64_t size_of(std::size_t stream) const {
    return stream < streams_.size() ? streams_[stream].size : 0;
  }
  // From any thread. Empty for a stream that does not exist. In a malicious file streams may share
  // blocks, and modules streams: in total, no more is read than a few times the file's size.
  Result<Stream> read(std::size_t stream) const;

 private:
  struct StreamBlocks {
    std::uint32_t size = 0;
    std::size_t first_block = 0;  // index in blocks_
  };
  explicit Msf(Bytes file) : file_(file), may_read_(file.size() * 8) {}
  Result<void> read_directory(Bytes directory);
  Result<Stream> gather(const std::uint32_t* blocks, std::uint64_t size, const std::string& what) const;
  bool take_from_budget(std::uint64_t size) const;

  Bytes file_;
  std::uint32_t block_size_ = 0;
  std::vector<std::uint32_t> blocks_;
  std::vector<StreamBlocks> streams_;
  mutable std::atomic<std::uint64_t> may_read_;
};

}  // namespace symkit::pdb
