// The position of a frame's code as given in a log of any format: the image, and the position in it in
// whatever terms the log uses. This is all that looking up the frame needs; the rest of the log's line is
// handled by crashlog.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/image_reference.h"

namespace symkit {

// The meaning of an address in a log. This depends on the kind of log: some print return addresses as
// found on the stack, others have already stepped back into the call.
enum class AddressOf : std::uint8_t {
  Instruction,  // the code that ran
  Call,         // as Stack, but the log has already stepped back into the calls
  Return,       // where the call will return to: one instruction after it
  Stack,        // as unwound: the first frame's is the instruction, the others' are return addresses
};

// A piece of a process's memory that was mapped from an image's file as code.
struct MappedMemory {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  bool is_section = false;  // the file may have more code before and after it
};

// The views are of the log's line, or of earlier text; they are valid until the next line is read.
struct FrameReference {
  std::optional<std::uint32_t> number = {};
  // The depth, in stacks and call trees that are written from the outermost frame on. The caller is the
  // last frame before it with a smaller depth.
  std::optional<std::uint32_t> depth = {};
  ImageReference image = {};
  AddressOf address_of = AddressOf::Instruction;
  // The log stepped back in some cases only: a return address may be one byte too low.
  bool may_have_stepped_back = false;
  bool begins_stack = false;
  // All frames of a stack have the same number, which no other stack of the log has. A stack belongs to
  // one process.
  std::size_t stack = 0;

  // Where the code is, in those of these terms that the log uses.
  std::optional<std::uint64_t> runtime_address = {};  // in the process's memory
  // It may be an offset in the file instead: the log gives one or the other.
  bool may_be_file_offset = false;
  std::optional<std::uint64_t> load_address = {};  // where the image begins in memory
  std::optional<std::uint64_t> slide = {};         // or: what was added to the file addresses
  std::optional<std::uint64_t> file_address = {};  // as in DWARF and symbol tables
  std::optional<std::uint64_t> image_offset = {};  // from the image's beginning
  std::optional<std::uint64_t> file_offset = {};   // from the beginning of its file
  bool offset_may_be_address = false;              // file_offset may be a file address instead: the log
                                                   // does not say
  std::optional<MappedMemory> memory = {};         // the mapping that holds the runtime address
  // If none of these is known: an image that cannot be moved is where its file says. This holds for Linux
  // processes; elsewhere every image can be moved.
  bool unmoved_if_fixed = false;
  // In addition, an image that can be moved is at the address where valgrind loads a program.
  bool loaded_by_valgrind = false;
  std::string_view symbol = {};
  std::optional<std::uint64_t> symbol_offset = {};
  std::optional<std::uint64_t> symbol_size = {};
  // The symbol is the nearest one before the address, not necessarily the function that runs there.
  bool names_nearest = false;

  // Why the frame cannot be looked up, if the line itself is the reason.
  std::string_view problem = {};
};

}  // namespace symkit
