// The container that a PDB is in (MSF 7.00): streams, each in blocks anywhere in the file, and a directory of
// them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::pdb {

// What a stream holds: a view of the file where its blocks follow each other, otherwise a copy.
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
  // `file` must outlive what is made of it.
  static Result<std::unique_ptr<Msf>> open(Bytes file);

  Bytes file() const { return file_; }
  std::size_t stream_count() const { return streams_.size(); }
  // 0 for a stream that is not there, too.
  std::uint64_t size_of(std::size_t stream) const {
    return stream < streams_.size() ? streams_[stream].size : 0;
  }
  // From any thread. Empty for a stream that is not there. Streams may share blocks, and modules streams, in
  // a file made for it: in all no more is read than a few times the file.
  Result<Stream> read(std::size_t stream) const;

 private:
  struct Place {
    std::uint32_t size = 0;
    std::size_t first_block = 0;  // in blocks_
  };
  explicit Msf(Bytes file) : file_(file), may_read_(file.size() * 8) {}
  Result<void> read_directory(Bytes directory);
  Result<Stream> gather(const std::uint32_t* blocks, std::uint64_t size, const std::string& what) const;
  bool take_from_budget(std::uint64_t size) const;

  Bytes file_;
  std::uint32_t block_size_ = 0;
  std::vector<std::uint32_t> blocks_;
  std::vector<Place> streams_;
  mutable std::atomic<std::uint64_t> may_read_;
};

}  // namespace symkit::pdb
