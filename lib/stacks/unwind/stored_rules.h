// Rules for leaving a frame as bytes: how an index keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/windows_program.h"

namespace symkit::unwind {

// What a table tells of a place.
struct StoredRules {
  FrameRules rules;
  std::uint64_t return_register = 0;
  bool is_signal_frame = false;
};

std::vector<std::uint8_t> stored(const StoredRules& all);
// As Breakpad writes them (breakpad_rules.h).
std::vector<std::uint8_t> stored_text(std::string_view rules);
// Nothing if they are not written so.
std::optional<std::string_view> text_in(Bytes bytes);
// As Breakpad has them from PDBs; what it says of the code's range is left out.
std::vector<std::uint8_t> stored_program(const WindowsProgram& program);
// Its words are a view of the bytes. Nothing if the rule is another one.
std::optional<WindowsProgram> program_in(Bytes bytes);
// Expressions are views of the bytes. Nothing if they are damaged.
std::optional<StoredRules> read_stored(Bytes bytes);

}  // namespace symkit::unwind
