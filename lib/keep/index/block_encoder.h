// Encodes a block: up to pieces_in_block pieces of functions with the callees and files that they share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "keep/index/block_reader.h"
#include "keep/index/name_pool.h"
#include "keep/index/native_writer.h"
#include "keep/index/row_encoder.h"

namespace symkit::index {

class BlockEncoder {
 public:
  BlockEncoder(const NativeContent& content, const NamePool& pool, TableWidths widths,
               unsigned instruction_step);
  BlockEncoder(const BlockEncoder&) = delete;
  BlockEncoder& operator=(const BlockEncoder&) = delete;

  // Appends a block with as many of these pieces as fit, and its directory; returns how many. Whatever
  // follows the last piece begins at `end`.
  std::size_t encode(std::span<const Piece> pieces, std::uint64_t end, Buffer& out, Buffer& directories);

 private:
  bool has_room(const Piece& first, const Piece& next) const;
  void put_tables(Buffer& out);
  void encode_body(const Piece& piece, std::uint64_t next_begin, Buffer& out);
  std::span<const SymbolRange> symbols_within(const Piece& piece);
  void encode_symbols(const Piece& piece, std::uint32_t own_name, Buffer& out, std::uint8_t& flags);

  const NativeContent& content_;
  const NamePool& pool_;
  TableWidths widths_;
  LocalNumbers callees_;
  LocalNumbers files_;
  RowEncoder rows_;
  Buffer bodies_;
  std::uint64_t symbols_from_ = 0;  // where the piece of the last search began
  std::size_t next_symbol_ = 0;     // the first that ends after that
};

}  // namespace symkit::index
