// Copies complete blocks of one index into an index of their own. In a block everything except the symbol
// table's names uses the block's own numbers, so it is copied as it is; only the block's tables are
// rewritten.
#pragma once

#include <span>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/call_encoder.h"
#include "keep/index/facts.h"
#include "keep/index/native_index.h"
#include "keep/index/native_writer.h"
#include "keep/index/number_set.h"

namespace symkit::index {

// A name of a function, and where the function begins.
struct FunctionName {
  NameId name = 0;
  ImageOffset begin;
};

// An index's description of its image.
NativeMeta meta_of(const NativeIndex& index);

// One at a time per thread: the thread keeps the sets of strings and files in use.
class BlockCopier {
 public:
  explicit BlockCopier(const NativeIndex& index);

  // In order; false if the block is damaged.
  bool add(std::size_t block);
  // A name by which a function is found, in any order.
  void add(const FunctionName& named) {
    strings_.add(named.name - 1);
    functions_.push_back(named);
  }
  void add(const TrampolineRange& trampoline) { trampolines_.push_back(trampoline); }
  // Adds the names of functions that begin in the blocks. Takes all names of the index, sorted by where
  // functions begin.
  void add_names_within(std::span<const FunctionName> by_begin);
  std::vector<std::uint8_t> write();

 private:
  struct Range {
    std::uint64_t begin, end;
  };
  struct Block {
    BlockReader reader;
    std::uint64_t begin = 0;
    bool has_symbols = false;
  };
  struct EncodedBlocks {
    Buffer starts, offsets, directories, bytes;
  };

  bool note_body(const BlockReader& block, std::size_t piece, bool& has_symbols);
  void note_calls();
  void settle();
  EncodedBlocks blocks(unsigned start_width) const;
  void put_tables(const BlockReader& block, Buffer& out) const;
  void put_bodies(const Block& block, EncodedBlocks& out) const;
  Buffer files() const;
  EncodedStrings strings() const;
  EncodedCalls calls() const;
  // A name's number in the part, from 1; 0 means none in both.
  std::uint32_t name(NameId id) const { return id == 0 ? 0 : strings_.of(id - 1) + 1; }

  const NativeIndex& index_;
  NumberSet &strings_, &files_;
  std::vector<Block> blocks_;
  std::vector<Range> pieces_;
  std::vector<FunctionName> functions_;
  std::vector<PlacedCall> calls_;
  std::vector<TrampolineRange> trampolines_;
  NativeCounts counts_;
  TableWidths widths_;
  std::uint32_t last_line_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace symkit::index
