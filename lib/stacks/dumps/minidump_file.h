// The parts of a minidump's file: its streams, and what they point to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "ground/base/result.h"

namespace symkit::dumps {

enum class Stream : std::uint32_t {
  Threads = 3,
  Modules = 4,
  Memory = 5,
  Exception = 6,
  System = 7,
  Memory64 = 9,
  Misc = 15,
  MemoryInfo = 16,
  ThreadNames = 24,
  // Breakpad's own:
  Writer = 0x47670001,
  LinuxStatus = 0x47670004,
  LinuxMaps = 0x47670009,
  LinuxLinkMap = 0x4767000a,
  Crashpad = 0x43500001,
};

// Where something is in the file.
struct Location {
  std::uint64_t size = 0;
  std::uint64_t begin = 0;
};

// 32 bits each.
Location read_location(Cursor& at);

// The rows of a list, as many as there are.
struct Rows {
  Bytes bytes;
  std::size_t row_size = 0;

  std::size_t count() const { return bytes.size() / row_size; }
  Cursor at(std::size_t index) const { return {bytes.subspan(index * row_size, row_size), Endian::Little}; }
};

class MinidumpFile {
 public:
  // A file that was cut off is read as far as it goes.
  static Result<MinidumpFile> open(Bytes bytes);

  // Empty if there is none.
  Bytes stream(Stream type) const;
  // Of a stream that is a count and its rows.
  Rows rows(Stream type, std::size_t row_size);
  // As much as the file has.
  Bytes dumped(Location where);
  // A text: its size, and UTF-16. Empty if it is too long, or all of them are.
  std::string text_at(std::uint64_t begin);
  // The same of UTF-8.
  std::string utf8_at(std::uint64_t begin);
  // The same of bytes up to a NUL or their end.
  std::string text_in(Bytes bytes);

  std::size_t size() const { return bytes_.size(); }
  std::uint64_t missing_bytes() const { return missing_bytes_; }

 private:
  explicit MinidumpFile(Bytes bytes) : bytes_(bytes), text_left_(bytes.size()) {}
  void read_directory(Bytes directory);
  bool may_take_text(std::uint64_t size);

  Bytes bytes_;
  std::map<std::uint32_t, Bytes> streams_;
  std::uint64_t missing_bytes_ = 0;
  std::uint64_t text_left_;  // many rows may point to one long text
};

}  // namespace symkit::dumps
