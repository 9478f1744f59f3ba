// An open heap recording: its header and its blocks, each of which was checked. Complete blocks are
// listed, and the damage is reported: recordings of killed processes, and truncated or damaged files, are
// read as far as possible.
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
  Bytes stored;  // its contents as in the file, as far as they were certainly written
};

// What is missing from a recording.
struct Damage {
  std::uint64_t blocks = 0;  // with wrong checksums, or not blocks at all
  bool is_cut = false;       // the file ends before its blocks
  std::uint64_t unread = 0;  // bytes of contents that could not be parsed

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

  // A block's contents, decompressed into `room` if necessary. Empty if that fails, which of_bytes() has
  // already counted as damage.
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
