// Collects what unwind tables say, for the index of their image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/unwind_draft.h"
#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/stored_rules.h"
#include "stacks/unwind/windows_program.h"

namespace symkit::unwind {

class StoredDraft {
 public:
  // None: addresses are counted from the image's begin.
  explicit StoredDraft(std::optional<FileAddress> text_base) : text_base_(text_base) {}

  const std::optional<FileAddress>& text_base() const { return text_base_; }
  // Functions that are not in it call nothing, and have no frame.
  bool has_all_callers() const { return has_all_callers_; }
  void note_all_callers() { has_all_callers_ = true; }
  // What it says of a function's first and last instructions may be wrong.
  bool holds_at_calls_only() const { return holds_at_calls_only_; }
  void note_calls_only() { holds_at_calls_only_ = true; }

  struct Function {
    std::uint64_t begin = 0;  // as in the file
    std::uint64_t end = 0;
    std::uint64_t return_register = 0;
    bool is_signal_frame = false;
  };
  void begin(const Function& function);
  // Of the function: from the address on, up to the next.
  void add(std::uint64_t address, const FrameRules& rules);
  void add(std::uint64_t address, const StoredRules& rules);
  // Nothing is known from there on.
  void add_nothing(std::uint64_t address) { add_stored(address, {}); }
  // As Breakpad writes rules: all that hold there.
  void add_text(std::uint64_t address, std::string_view rules);
  // As Breakpad has it from PDBs.
  void add_program(std::uint64_t address, const WindowsProgram& program) {
    add_stored(address, stored_program(program));
  }
  // False: its rules are incomplete, so it is left out.
  void end(bool is_whole);

  // How many functions there are.
  std::size_t count() const { return draft_.function_count(); }
  // The rows of the index. Empty if there is no function.
  index::Buffer encode() { return draft_.encode(); }

 private:
  void add_stored(std::uint64_t address, Bytes rule);

  std::optional<FileAddress> text_base_;
  bool has_all_callers_ = false;
  bool holds_at_calls_only_ = false;
  Function function_;
  bool is_bounded_ = true;
  std::vector<index::UnwindRow> rows_;
  index::UnwindDraft draft_;
};

}  // namespace symkit::unwind
