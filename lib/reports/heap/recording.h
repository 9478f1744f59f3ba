// A recording of a heap, opened: what its header says, and its blocks, each checked before it is listed. What
// is whole is there, of the rest is told how much it was: recordings of processes that were killed, and cut
// or damaged files, are read as far as they go.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/mapped_file.h"
#include "reports/heap/format.h"

namespace symkit::heap {

struct RecordedBlock {
  format::BlockHeader header;
  Bytes stored;  // its contents as the file has them, so much of them as was written for sure
};

// What is missing in a recording.
struct Damage {
  std::uint64_t blocks = 0;  // not what their checksums say, or no blocks at all
  bool is_cut = false;       // the file ends before its blocks do
  std::uint64_t unread = 0;  // bytes of contents that made no sense

  bool any() const { return blocks != 0 || is_cut || unread != 0; }
};

class Recording {
 public:
  static Result<Recording> open(const std::string& path);
  // The bytes must outlive it. For tests, and for a process that is being recorded.
  static Result<Recording> of_bytes(Bytes bytes, const std::string& name);

  const format::Header& header() const { return header_; }
  std::vector<std::string> command() const;
  const std::vector<RecordedBlock>& blocks() const { return blocks_; }
  const Damage& damage() const { return damage_; }

  // A block's contents, unpacked into `room` where they are packed. Empty where they cannot be: then that is
  // damage, too, which of_bytes() has counted.
  static Bytes contents_of(const RecordedBlock& block, std::vector<std::uint8_t>& room);

 private:
  void list_blocks(Bytes bytes);
  bool is_whole(const RecordedBlock& block, std::vector<std::uint8_t>& room) const;

  std::shared_ptr<const io::MappedFile> file_;
  format::Header header_ = {};
  std::vector<RecordedBlock> blocks_;
  Damage damage_;
};

}  // namespace symkit::heap
