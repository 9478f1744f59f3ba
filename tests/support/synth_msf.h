// A PDB's container made anew from streams, with blocks of any size, one behind the other or the last first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "files/pdb/msf.h"

namespace symkit::test {

using ByteVector = std::vector<std::uint8_t>;

inline void append_number(ByteVector& out, std::uint64_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(number >> shift));
}

// The streams of a container; those after the last that holds anything are left out.
inline std::vector<ByteVector> streams_of(const pdb::Msf& msf) {
  std::vector<ByteVector> streams;
  for (std::size_t i = 0; i < 0xffff; ++i) {
    if (msf.size_of(i) == 0) continue;
    streams.resize(i + 1);
    const auto stream = msf.read(i);
    if (stream) streams[i].assign(stream->bytes().begin(), stream->bytes().end());
  }
  return streams;
}

class MsfWriter {
 public:
  explicit MsfWriter(std::uint32_t block_size, bool backwards = false)
      : block_size_(block_size), backwards_(backwards) {}

  ByteVector write(const std::vector<ByteVector>& streams) {
    file_.assign(block_size_, 0);
    ByteVector directory, places;
    append_number(directory, streams.size());
    for (const ByteVector& stream : streams) {
      append_number(directory, stream.size());
      for (const std::uint32_t block : add(stream)) append_number(places, block);
    }
    directory.insert(directory.end(), places.begin(), places.end());
    return finish(directory);
  }

  // A directory as it is.
  ByteVector finish(const ByteVector& directory) {
    if (file_.empty()) file_.assign(block_size_, 0);
    ByteVector map;
    for (const std::uint32_t block : add(directory)) append_number(map, block);
    const bool forwards = std::exchange(backwards_, false);
    const std::vector<std::uint32_t> map_blocks = add(map);
    backwards_ = forwards;
    constexpr std::string_view magic("Microsoft C/C++ MSF 7.00\r\n\x1a\x44S\0\0\0", 32);
    ByteVector header(magic.begin(), magic.end());
    append_number(header, block_size_);
    append_number(header, 1);
    append_number(header, file_.size() / block_size_);
    append_number(header, directory.size());
    append_number(header, 0);
    append_number(header, map_blocks.empty() ? 0 : map_blocks.front());
    std::ranges::copy(header, file_.begin());
    return std::exchange(file_, {});
  }

 private:
  std::vector<std::uint32_t> add(const ByteVector& stream) {
    const std::size_t count = (stream.size() + block_size_ - 1) / block_size_;
    const auto first = static_cast<std::uint32_t>(file_.size() / block_size_);
    file_.resize(file_.size() + count * block_size_);
    std::vector<std::uint32_t> blocks;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = backwards_ ? count - 1 - i : i;
      blocks.push_back(first + static_cast<std::uint32_t>(place));
      const std::size_t begin = i * block_size_;
      const std::size_t size = std::min<std::size_t>(block_size_, stream.size() - begin);
      std::copy_n(stream.begin() + static_cast<std::ptrdiff_t>(begin), size,
                  file_.begin() + static_cast<std::ptrdiff_t>(std::size_t{blocks.back()} * block_size_));
    }
    return blocks;
  }

  std::uint32_t block_size_;
  bool backwards_;
  ByteVector file_;
};

}  // namespace symkit::test
