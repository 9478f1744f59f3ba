// Encodes a block: up to functions_in_block functions with the names and files that they share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/name_pool.h"
#include "index/native_writer.h"

namespace symkit::index {

struct TableWidths {
  unsigned name = 1;  // bytes of a number of a name
  unsigned file = 1;
};

class BlockEncoder {
 public:
  BlockEncoder(const NativeContent& content, const NamePool& pool, TableWidths widths);

  // Appends the block of these pieces; their addresses are relative to the first one's begin.
  void encode(std::span<const Piece> pieces, Buffer& out);

 private:
  // Numbers within the block, given out as names or files are met.
  struct LocalNumbers {
    std::vector<std::uint32_t> members;                          // by local number, from 1
    std::vector<std::pair<std::uint32_t, std::uint32_t>> known;  // by number: block's serial, local number
    std::uint32_t local(std::uint32_t number, std::uint32_t serial);
  };

  void encode_body(const Piece& piece, Buffer& out);
  void encode_symbols(const Piece& piece, std::uint32_t own_name, Buffer& out, std::uint8_t& flags);
  void encode_calls(const Draft& draft, std::uint32_t draft_number, const DraftFunction& function,
                    Buffer& out);
  std::uint32_t local_name(std::uint32_t draft, NameKey key) {
    return names_.local(pool_.name(draft, key), serial_);
  }

  const NativeContent& content_;
  const NamePool& pool_;
  TableWidths widths_;
  LocalNumbers names_;
  LocalNumbers files_;
  std::uint32_t serial_ = 0;
  Buffer bodies_;
  Buffer body_;
};

}  // namespace symkit::index
