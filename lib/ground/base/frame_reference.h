// What a log says of where a frame's code is, whatever its format: the image, and the code's place in it in
// those terms that the log has. Looking the frame up needs no more; what else the log's line holds is
// crashlog's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/image_reference.h"

namespace symkit {

// What an address that a log shows is the address of. Only the log's kind knows: some print the return
// addresses as they lie on the stack, others have stepped back into the call already.
enum class AddressOf : std::uint8_t {
  Instruction,  // the code that ran
  Call,         // as Stack, but the log has stepped back into the calls itself
  Return,       // where the call will return to: one instruction too far
  Stack,        // as unwound: the first frame's is the instruction, the others' are return addresses
};

// A piece of a process's memory that was mapped from an image's file as code.
struct MappedMemory {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  bool is_section = false;  // there may be more of the file's code before it and behind
};

// Views are of the log's line, or of what was read before it; they hold until the next line is read.
struct FrameReference {
  std::optional<std::uint32_t> number = {};
  // In stacks and trees of calls that are written from the outermost frame on: how deep it is. It was called
  // by the last frame before it that is less deep.
  std::optional<std::uint32_t> depth = {};
  ImageReference image = {};
  AddressOf address_of = AddressOf::Instruction;
  // Whose log has stepped back in some cases only: a return address may be one byte short of it.
  bool may_have_stepped_back = false;
  bool begins_stack = false;
  // Frames of one stack have one number, which no other stack of the log has: that is one process's.
  std::size_t stack = 0;

  // Where the code is, in those of these terms that the log knows.
  std::optional<std::uint64_t> runtime_address = {};  // in the process's memory
  // It may be a byte of the file instead: the log has one or the other.
  bool may_be_file_offset = false;
  std::optional<std::uint64_t> load_address = {};  // where the image begins there
  std::optional<std::uint64_t> slide = {};         // or: what was added to the addresses of its file
  std::optional<std::uint64_t> file_address = {};  // as DWARF and symbol tables count
  std::optional<std::uint64_t> image_offset = {};  // from the image's beginning
  std::optional<std::uint64_t> file_offset = {};   // from the beginning of its file
  bool offset_may_be_address = false;              // file_offset, or a file address: nobody knows
  std::optional<MappedMemory> memory = {};         // which holds the runtime address
  // Where nothing of that is known: an image that cannot be moved was where its file says. So it is in
  // processes of Linux; elsewhere every image can be moved.
  bool unmoved_if_fixed = false;
  // And one that can be moved was where valgrind loads a program.
  bool loaded_by_valgrind = false;
  std::string_view symbol = {};
  std::optional<std::uint64_t> symbol_offset = {};
  std::optional<std::uint64_t> symbol_size = {};
  // The symbol is the nearest one before the place, whichever function runs there.
  bool names_nearest = false;

  // Why it cannot be looked up, where the line itself is to blame.
  std::string_view problem = {};
};

}  // namespace symkit
