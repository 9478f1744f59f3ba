// Reads a native index in place. Opening checks the envelope and the sizes of the fixed tables.
// Everything inside a block is checked when it is used, so a damaged file gives no result, and never an
// access out of bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "ground/base/code_segment.h"
#include "ground/base/result.h"
#include "keep/index/block_reader.h"
#include "keep/index/declarations.h"
#include "keep/index/discriminators.h"
#include "keep/index/envelope.h"
#include "keep/index/facts.h"
#include "keep/index/file_roots.h"
#include "keep/index/folding.h"
#include "keep/index/inlined_begins.h"
#include "keep/index/native_format.h"
#include "keep/index/row_reader.h"
#include "keep/index/short_names.h"
#include "keep/index/strings.h"

namespace symkit::index {

// A name or file of one index; 0: none.
using NameId = std::uint32_t;
using FileId = std::uint32_t;

struct Place {
  FileId file = 0;
  std::uint32_t line = 0;    // 0: none
  std::uint32_t column = 0;  // 0: not known, as in most indexes

  bool operator==(const Place&) const = default;
};

// One frame of the chain at an address.
struct ChainFrame {
  NameId name = 0;
  Place place;
};

struct Answer {
  // The range of the function that holds the address, or of the part of one.
  ImageOffset begin;
  ImageOffset end;
  Source source = Source::DebugInfo;
  bool is_part = false;
  NameId name = 0;
  // The symbol table's name for the address, and where that symbol begins; 0 if there is none.
  NameId symbol = 0;
  ImageOffset symbol_begin;
  ImageOffset symbol_end;
  bool has_rows = false;

  // Innermost first; the last is the function itself. The first frame's place is that of the last row at
  // or before the address, as in LLVM and GNU tools.
  std::vector<ChainFrame> chain;
  // The first frame's place according to atos: for several rows at one address the first of them; for a
  // row that is not a statement, the statement before it in the same piece of code; never line 0. For
  // images that are not Apple's, it is the first frame's own place.
  Place atos_place;

 private:
  friend class NativeIndex;
  MetCalls calls_;  // memory kept between lookups
};

class NativeIndex {
 public:
  // `file` must stay mapped. Errors do not name the file, as the caller knows it.
  static Result<NativeIndex> open(Bytes file);

  const Facts& facts() const { return facts_; }
  const ImageId& id() const { return facts_.id; }
  std::uint64_t source_stamp() const { return facts_.source_stamp; }
  const std::string& image_name() const { return facts_.image_name; }
  Architecture architecture() const { return facts_.architecture; }
  FileAddress text_base() const { return facts_.text_base; }
  // Whether the text base is unknown, and given as 0: then a file's own addresses mean nothing here.
  bool is_relative() const { return facts_.is_relative; }
  bool has_columns() const { return facts_.has_columns; }
  // For callers that count addresses from where the image is loaded.
  void forget_text_base();
  ImageOffset end() const { return facts_.end; }
  const NativeCounts& counts() const { return facts_.counts; }
  unsigned instruction_step() const { return facts_.instruction_step; }
  const SplitUnits& split() const { return facts_.split; }
  const Envelope& envelope() const { return envelope_; }
  // Functions that share code, and where functions are called; names are numbers in this index.
  const Folding& folding() const { return folding_; }
  // Only in an index made with declarations.
  const Declarations& declarations() const { return declarations_; }
  const Discriminators& discriminators() const { return discriminators_; }
  const InlinedBegins& inlined_begins() const { return inlined_begins_; }
  const FileRoots& file_roots() const { return file_roots_; }
  const ShortNames& short_names() const { return short_names_; }
  // A separate index of variables, by file address; empty if there is none.
  Bytes index_of_variables() const { return envelope_.section(variables_tag); }

  // False if nothing is known of the address. Use the same `answer` repeatedly: it keeps its memory, so a
  // lookup allocates nothing once it has seen a chain of the same length.
  bool lookup(ImageOffset offset, Answer& answer) const;

  // Looks up several offsets, at most most_at_once: while memory is fetched for one, work goes on with
  // the others, which halves the total time. The bits of the result say which were found, the lowest bit
  // for the first.
  static constexpr std::size_t most_at_once = 32;
  std::uint32_t lookup(std::span<const ImageOffset> offsets, std::span<Answer> answers) const;

  bool is_trampoline(ImageOffset offset) const { return facts_.is_trampoline(offset); }
  const std::vector<TrampolineRange>& trampolines() const { return facts_.trampolines; }

  // Where the image's code is in its file; empty if that is unknown.
  const std::vector<CodeSegment>& code_segments() const { return facts_.segments; }

  // Names are numbered from 1 to this, and so are files.
  NameId name_count() const { return strings_.count(); }
  FileId file_count() const { return file_count_; }

  // Functions with exactly this (mangled) name or with a version of it ("name@@V1"; Go's "name.abi0",
  // whose end Go's own traces leave out), by where they begin. Includes all names that the symbol table
  // has for a function.
  std::vector<ImageOffset> functions_named(std::string_view name) const;
  // Every name that functions_named() finds, with each of its functions.
  void each_function_name(const std::function<void(NameId name, ImageOffset begin)>& take) const;

  // Prefetches the memory that read_name() will read.
  void prefetch_name(NameId name) const { strings_.prefetch(name - 1); }
  // These replace `out`.
  void read_name(NameId name, std::string& out) const;
  void read_path(FileId file, std::string& out) const;

  // The complete content of a piece of a function, for copying, listing or verifying an index.
  struct Row {
    std::uint64_t address = 0;
    std::uint32_t call = 0;
    Place place;
    Place atos_place;
    std::uint32_t bytes = 0;  // its size, with the calls that it defines
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
    // For counting bytes: what precedes the rows, the block's number for the function's callee, and the
    // last callee and file that the piece needs. Both are numbered in the order in which pieces need
    // them.
    std::uint64_t head_bytes = 0;
    std::uint32_t function_callee = 0;
    std::uint32_t last_callee = 0;
    std::uint32_t last_file = 0;
  };
  // The tables shared by the pieces of a block: the file of each callee, and the files; and the size of
  // an entry of each.
  struct SharedTables {
    std::vector<FileId> callees = {};
    std::vector<FileId> files = {};
    unsigned callee_bytes = 0;
    unsigned file_bytes = 0;
  };
  std::size_t block_count() const { return block_count_; }
  std::uint64_t block_start(std::size_t block) const;
  std::uint64_t block_bytes(std::size_t block) const;
  // False if the block is damaged.
  bool open_block(std::size_t number, BlockReader& block) const;
  // For copying blocks as they are: the numbers, from 0, of a file's folder and base name, and all
  // strings.
  struct FileStrings {
    std::uint32_t folder = 0;
    std::uint32_t base = 0;
  };
  FileStrings file_strings(FileId file) const;
  const StringTable& strings() const { return strings_; }
  // Appends the block's pieces; false if it is damaged (what could be read was appended).
  bool read_block(std::size_t block, std::vector<WholePiece>& out) const;
  // Empty if the block is damaged.
  SharedTables shared_tables(std::size_t block) const;

 private:
  struct Body;
  struct Spot;
  bool read_meta();
  bool find_block(Spot& spot) const;
  bool find_piece(Spot& spot) const;
  bool read_rows(Spot& spot, Answer& answer) const;
  bool open_body(const BlockReader& block, std::size_t piece, std::uint64_t offset, Body& body,
                 Answer& answer) const;
  template <class Take>
  static void each_symbol(Cursor& at, std::uint64_t from, Take take);
  bool read_whole(const BlockReader& block, std::size_t number, WholePiece& piece) const;
  static void build_chain(const BlockReader& block, const RowReader::Found& row, Answer& answer);

  Envelope envelope_;
  Facts facts_;
  Folding folding_;
  Declarations declarations_;
  Discriminators discriminators_;
  InlinedBegins inlined_begins_;
  FileRoots file_roots_;
  ShortNames short_names_;
  unsigned start_width_ = 4;
  TableWidths widths_;
  std::size_t block_count_ = 0;
  std::uint32_t file_count_ = 0;
  Bytes starts_;
  Bytes block_offsets_;
  Bytes directories_;
  Bytes blocks_;
  Bytes files_;
  StringTable strings_;
};

}  // namespace symkit::index
