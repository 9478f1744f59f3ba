// The content of an index while it is collected: one Draft per worker, so that nothing is shared.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/base/address.h"
#include "keep/index/draft_particulars.h"
#include "keep/index/draft_rows.h"
#include "keep/index/flat_map.h"
#include "keep/index/native_format.h"
#include "keep/index/runs.h"

namespace symkit::index {

// Names and callees of one Draft; 0: none.
using NameKey = std::uint32_t;
using CalleeKey = std::uint32_t;

// The bottom of a chain: a name, the file in which its code begins, and the lowest line at which it was
// seen to begin.
struct DraftCallee {
  NameKey name = 0;
  FileKey file = 0;
  std::uint32_t line = 0;
};

struct DraftCall {
  std::uint32_t parent = 0;
  CalleeKey callee = 0;
  DraftPlace site;
};

// A range and its name in the symbol table. An alias is another name for the begin of such a range.
struct DraftSymbol {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  NameKey name = 0;
};
struct DraftAlias {
  std::uint64_t begin = 0;
  NameKey name = 0;
};

// A call within a function, and its return address.
struct DraftCallSite {
  std::uint64_t returns_to = 0;
  std::uint32_t function = 0;  // the caller
  NameKey callee = 0;          // 0: the call is indirect
  std::uint64_t entry = 0;     // the callee's `order`, if it is in these drafts and known
};

// A jump to another function in place of a call.
struct DraftJump {
  std::uint32_t function = 0;  // the function that jumps
  NameKey target = 0;          // 0: the target is unknown
};

struct DraftFunction {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  NameKey name = 0;
  CalleeKey callee = 0;
  Source source = Source::DebugInfo;
  bool is_part = false;
  bool is_folded = false;    // the linker merged it with another function of equal code
  bool knows_jumps = false;  // the draft has all jumps in it to other functions
  std::uint32_t call_count = 0;
  std::uint32_t kept_rows = 0;
  RunPlace calls = {};
  RunPlace rows = {};
  std::uint64_t unit = 0;   // these two decide between overlapping functions: the lowest
  std::uint64_t order = 0;  // unit wins; within a unit, the highest order
};

class Draft {
 public:
  // Added addresses are file addresses; stored ones are offsets from the text base, which is subtracted
  // only here.
  explicit Draft(unsigned instruction_step, FileAddress text_base = {})
      : step_(instruction_step), text_base_(text_base.value), base_(text_base.value) {}

  // From now on, added addresses differ from the image's: `shift` is added to them, modulo 2^64.
  void move_by(std::uint64_t shift) { base_ = text_base_ - shift; }

  // From now on, added lines are packed LineAndColumn values.
  void keep_columns() { has_columns_ = true; }
  bool has_columns() const { return has_columns_; }

  DraftParticulars& particulars() { return particulars_; }
  const DraftParticulars& particulars() const { return particulars_; }

  // From now on, everything added is from another file: names are looked up only among those of this
  // file.
  void begin_file() {
    name_keys_.clear();
    callee_keys_.clear();
  }

  // The text must stay in place until the index is written; use keep() for one that does not.
  NameKey name(std::string_view text) {
    return text.empty() ? 0 : name_at(text.data(), [text] { return text; });
  }
  // The same for a text known to be at `begin`: `read` is called only the first time. An empty text is
  // not a name.
  template <class Read>
  NameKey name_at(const void* begin, Read read);
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
  FileKey file(std::string_view path);

  // A key for a name that is set before the index is written.
  NameKey name_later() {
    names_.emplace_back();
    return static_cast<NameKey>(names_.size());
  }
  FileKey file_later() {
    files_.emplace_back();
    return static_cast<FileKey>(files_.size());
  }
  void tell_name(NameKey name, std::string_view text) { names_[name - 1] = text; }
  void tell_file(FileKey file, std::string_view path) { files_[file - 1] = split(path); }

  // A function, its calls (parents first, numbered from 1) and its rows: addresses are increasing and
  // unique, the first is the function's begin, and all are before its end.
  void begin_function(std::uint64_t begin, std::uint64_t end, NameKey name, Source source, std::uint64_t unit,
                      std::uint64_t order, bool is_part = false);
  void add_call(std::uint32_t parent, NameKey name, DraftPlace site);
  // Worth calling before many rows are added.
  void make_room_for_rows(std::size_t count) { rows_.make_room(count); }
  void add_row(const DraftRow& row) {
    const std::uint64_t offset = row.address - base_ - begin_;
    if (offset > UINT32_MAX) return end_early(row.address);
    const auto kept = static_cast<std::uint32_t>(offset);
    if (row.atos_place == row.place) return rows_.add({kept, row.call, row.place});
    rows_.add({kept, row.call | KeptRow::has_atos, row.place}, {kept, KeptRow::is_atos, row.atos_place});
  }
  void end_function();
  // In the current function, code inlined at this depth begins there. Addresses must increase.
  void add_inlined(std::uint64_t address, std::uint8_t depth, std::uint32_t discriminator, bool is_all) {
    const std::uint64_t offset = address - base_ - begin_;
    if (offset > UINT32_MAX) return;
    particulars_.inlined.push_back({static_cast<std::uint32_t>(functions_.size() - 1),
                                    static_cast<std::uint32_t>(offset), discriminator, depth, is_all});
  }
  // For the function that was ended last.
  void mark_folded() { functions_.back().is_folded = true; }
  void mark_jumps_known() { functions_.back().knows_jumps = true; }
  void add_jump(NameKey target) {
    jumps_.push_back({static_cast<std::uint32_t>(functions_.size() - 1), target});
  }
  void add_call_site(std::uint64_t returns_to, NameKey callee, std::uint64_t entry) {
    call_sites_.push_back(
        {returns_to - base_, static_cast<std::uint32_t>(functions_.size() - 1), callee, entry});
  }

  // Sorted, not overlapping.
  void add_symbol(std::uint64_t begin, std::uint64_t end, NameKey name) {
    symbols_.push_back({begin - base_, end - base_, name});
  }
  void add_alias(std::uint64_t begin, NameKey name) { aliases_.push_back({begin - base_, name}); }
  // A unit whose other part is in this file (empty: unknown), which was not read.
  void add_split_unit(std::string_view file) { split_files_.push_back(file); }

  // For the writer.
  struct FileName {
    std::string_view folder;
    std::string_view base;
  };
  static FileName split(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::size_t base = slash == std::string_view::npos ? 0 : slash + 1;
    return {path.substr(0, base), path.substr(base)};
  }
  std::span<const std::string_view> names() const { return names_; }
  std::span<const FileName> files() const { return files_; }
  std::span<const DraftCallee> callees() const { return callees_; }
  const std::vector<DraftFunction>& functions() const { return functions_; }
  std::span<const DraftCall> calls(const DraftFunction& function) const {
    return calls_.run(function.calls, function.call_count);
  }
  DraftRows rows(const DraftFunction& function) const {
    return {rows_.run(function.rows, function.kept_rows), function.begin};
  }
  std::span<const DraftCallSite> call_sites() const { return call_sites_; }
  std::span<const DraftJump> jumps() const { return jumps_; }
  std::span<const DraftSymbol> symbols() const { return symbols_; }
  std::span<const DraftAlias> aliases() const { return aliases_; }
  std::span<const std::string_view> split_files() const { return split_files_; }
  // 1 if something is not at a multiple of the architecture's step.
  unsigned instruction_step() const { return step_; }

 private:
  struct NewCall {
    std::uint32_t parent = 0;
    NameKey name = 0;
    DraftPlace site = {};
    FileKey home_file = 0;
    std::uint32_t first_line = 0;
  };
  void end_early(std::uint64_t address);
  void take_homes(DraftRows rows);
  CalleeKey callee(NameKey name, FileKey file, std::uint32_t line);

  unsigned step_;
  bool has_columns_ = false;
  std::uint64_t text_base_;
  std::uint64_t base_;  // subtracted from addresses
  std::deque<std::string> kept_;
  std::vector<std::string_view> names_;
  FlatMap name_keys_;  // by the address of the text
  std::vector<FileName> files_;
  std::unordered_map<std::string_view, FileKey> file_keys_;
  std::vector<DraftCallee> callees_;
  FlatMap callee_keys_;

  std::vector<DraftFunction> functions_;
  Runs<DraftCall> calls_;
  Runs<KeptRow> rows_;
  std::uint64_t begin_ = 0;  // of the current function
  std::vector<DraftCallSite> call_sites_;
  std::vector<DraftJump> jumps_;
  std::vector<DraftSymbol> symbols_;
  std::vector<DraftAlias> aliases_;
  std::vector<std::string_view> split_files_;
  DraftParticulars particulars_;
  std::vector<NewCall> new_calls_;  // of the current function; [0] is the function itself
};

// Names are looked up by address: the same string of .debug_str is met a thousand times. The same text at
// two addresses becomes one when the index is written.
template <class Read>
NameKey Draft::name_at(const void* begin, Read read) {
  NameKey& key = name_keys_[reinterpret_cast<std::uintptr_t>(begin)];
  if (key != 0) return key;
  const std::string_view text = read();
  if (text.empty()) return 0;
  names_.push_back(text);
  return key = static_cast<NameKey>(names_.size());
}

}  // namespace symkit::index
