// Collects what unwind tables say, for the index of their image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/unwind_draft.h"
#include "stacks/unwind/frame_rules.h"

namespace symkit::unwind {

class StoredDraft {
 public:
  explicit StoredDraft(FileAddress text_base) : text_base_(text_base) {}

  struct Function {
    std::uint64_t begin = 0;  // as in the file
    std::uint64_t end = 0;
    std::uint64_t return_register = 0;
    bool is_signal_frame = false;
  };
  void begin(const Function& function);
  // Of the function: from the address on, up to the next.
  void add(std::uint64_t address, const FrameRules& rules);
  // The same, as Breakpad writes rules: all that hold there.
  void add_text(std::uint64_t address, std::string_view rules);
  // False: its rules are incomplete, so it is left out.
  void end(bool is_whole);

  // How many functions there are.
  std::size_t count() const { return draft_.function_count(); }
  // The rows of the index. Empty if there is no function.
  index::Buffer encode() { return draft_.encode(); }

 private:
  void add_stored(std::uint64_t address, Bytes rule);

  FileAddress text_base_;
  Function function_;
  bool is_bounded_ = true;
  std::vector<index::UnwindRow> rows_;
  index::UnwindDraft draft_;
};

}  // namespace symkit::unwind
