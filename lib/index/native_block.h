// Encodes a block: up to pieces_in_block pieces of functions with the callees and files that they share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/name_pool.h"
#include "index/native_writer.h"
#include "index/row_encoder.h"

namespace symkit::index {

// Bytes of a number, by what it counts.
struct TableWidths {
  unsigned name = 1;
  unsigned file = 1;
  unsigned callee = 1;
  unsigned line = 1;
};

class BlockEncoder {
 public:
  BlockEncoder(const NativeContent& content, const NamePool& pool, TableWidths widths,
               unsigned instruction_step);
  BlockEncoder(const BlockEncoder&) = delete;
  BlockEncoder& operator=(const BlockEncoder&) = delete;

  // Appends the block of these pieces; their addresses are relative to the first one's begin.
  void encode(std::span<const Piece> pieces, Buffer& out);

 private:
  void encode_body(const Piece& piece, Buffer& out);
  void encode_symbols(const Piece& piece, std::uint32_t own_name, Buffer& out, std::uint8_t& flags);

  const NativeContent& content_;
  const NamePool& pool_;
  TableWidths widths_;
  LocalNumbers callees_;
  LocalNumbers files_;
  RowEncoder rows_;
  Buffer directory_;
  Buffer bodies_;
};

}  // namespace symkit::index
