// Reads a native index in place. Opening checks the envelope and the fixed tables' sizes; everything inside a
// block is checked when it is used, so a damaged file gives no answer, never a wrong step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/architecture.h"
#include "base/bytes.h"
#include "base/result.h"
#include "index/envelope.h"
#include "index/native_format.h"
#include "index/strings.h"

namespace symkit::index {

// A name or file of one index; 0: none.
using NameId = std::uint32_t;
using FileId = std::uint32_t;

struct Place {
  FileId file = 0;
  std::uint32_t line = 0;  // 0: none
};

// One frame of the chain at an address.
struct ChainFrame {
  NameId name = 0;
  Place place;
};

struct Answer {
  // The range of the function, or of the part of one, that holds the address.
  ImageOffset begin;
  ImageOffset end;
  Source source = Source::DebugInfo;
  bool is_part = false;
  NameId name = 0;
  // What the symbol table calls the address, and where that symbol begins; 0 where it does not say.
  NameId symbol = 0;
  ImageOffset symbol_begin;
  bool has_rows = false;

  // Innermost first; the last is the function itself. The first frame's place is that of the last row at or
  // before the address, as LLVM and GNU take it.
  std::vector<ChainFrame> chain;
  // The first frame's place as atos takes it: of rows at one address the first, of a row that is no
  // statement the statement before it in the same piece of code, never line 0.
  Place atos_place;

 private:
  friend class NativeIndex;
  struct Call {  // an inlined call met so far; [0] is the function itself
    std::uint32_t parent = 0;
    std::uint32_t callee = 0;  // local to the block
    FileId site_file = 0;
    std::uint32_t site_line = 0;
    FileId file = 0;
    std::uint32_t last_line = 0;
  };
  std::vector<Call> calls_;  // memory that is kept from one lookup to the next
};

struct NativeCounts {
  std::uint64_t functions = 0;
  std::uint64_t with_lines = 0;
  std::uint64_t by_source[source_count] = {};
};

class NativeIndex {
 public:
  // `file` must stay mapped. Errors do not name the file; the caller knows it.
  static Result<NativeIndex> open(Bytes file);

  const ImageId& id() const { return envelope_.id(); }
  std::uint64_t source_stamp() const { return envelope_.source_stamp(); }
  const std::string& image_name() const { return image_name_; }
  Architecture architecture() const { return architecture_; }
  FileAddress text_base() const { return text_base_; }
  ImageOffset end() const { return end_; }  // behind the last function
  const NativeCounts& counts() const { return counts_; }
  unsigned instruction_step() const { return step_; }
  const Envelope& envelope() const { return envelope_; }

  // False where nothing is known of the address. `answer` is used again and again: it keeps its memory, so a
  // lookup allocates nothing once it has seen a chain as long.
  bool lookup(ImageOffset offset, Answer& answer) const;

  // Functions with exactly this (mangled) name, by where they begin.
  std::vector<ImageOffset> functions_named(std::string_view name) const;

  // Replace `out`.
  void read_name(NameId name, std::string& out) const;
  void read_path(FileId file, std::string& out) const;

  // All of a piece of a function, for those who copy, list or verify an index.
  struct Row {
    std::uint64_t address = 0;
    std::uint32_t call = 0;
    Place place;
    Place atos_place;
  };
  struct Symbol {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    NameId name = 0;
  };
  struct CallRecord {
    std::uint32_t parent = 0;
    NameId name = 0;
    Place site;
  };
  struct WholePiece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t function_begin = 0;
    std::uint64_t function_end = 0;
    Source source{};
    bool is_part = false;
    NameId name = 0;
    std::vector<Symbol> symbols;
    std::vector<CallRecord> calls;
    std::vector<Row> rows;
  };
  std::size_t block_count() const { return block_count_; }
  std::uint64_t block_start(std::size_t block) const;
  // Appends the block's pieces; false where it is damaged (what could be read has been appended).
  bool read_block(std::size_t block, std::vector<WholePiece>& out) const;

 private:
  struct Block;
  struct Body;
  struct Entry;
  struct RowState;
  struct Callee {
    NameId name = 0;
    FileId file = 0;
    std::uint32_t line = 0;
  };
  bool read_meta();
  bool read_widths(Cursor& at);
  std::size_t blocks_up_to(std::uint64_t offset) const;  // that begin at or before it
  bool open_block(std::size_t number, Block& block) const;
  std::optional<Entry> find_entry(const Block& block, std::uint64_t offset) const;
  bool open_body(const Entry& entry, const Block& block, std::uint64_t offset, Body& body,
                 Answer& answer) const;
  template <class Take>
  void each_symbol(Cursor& at, std::uint64_t from, Take take) const;
  bool read_whole(const Entry& entry, const Block& block, WholePiece& piece) const;
  bool next_row(const Block& block, RowState& state, Answer& answer) const;
  bool switch_call(const Block& block, std::uint8_t code, RowState& state, Answer& answer) const;
  bool define_call(const Block& block, std::uint32_t parent, RowState& state, Answer& answer) const;
  void build_chain(const Block& block, const RowState& row, Answer& answer) const;
  Callee callee(const Block& block, std::uint64_t local) const;
  FileId file(const Block& block, std::uint64_t local) const;

  Envelope envelope_;
  std::string image_name_;
  Architecture architecture_ = Architecture::Unknown;
  FileAddress text_base_;
  ImageOffset end_;
  NativeCounts counts_;
  unsigned step_ = 1;
  unsigned start_width_ = 4;
  unsigned name_width_ = 1;
  unsigned file_width_ = 1;
  unsigned callee_width_ = 1;
  unsigned line_width_ = 1;
  std::size_t block_count_ = 0;
  std::uint32_t file_count_ = 0;
  std::uint32_t callee_count_ = 0;
  Bytes starts_;
  Bytes block_offsets_;
  Bytes blocks_;
  Bytes callees_;
  Bytes files_;
  StringTable strings_;
};

}  // namespace symkit::index
