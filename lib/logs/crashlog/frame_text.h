// Pieces that frames of several formats have in common.
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/kernel_symbols.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

inline constexpr std::size_t digits_of_address = 16;  // in logs that print all of 64 bits

// The problem of a frame whose code is not from a file: generated at run time, or the kernel's vdso.
inline constexpr std::string_view no_image_file = "code that is in no image file";
// The problem of a frame whose numbers are too large.
inline constexpr std::string_view address_too_large = "the log's address has more than 64 bits";
inline constexpr std::string_view unreadable_id = "the log's build id cannot be read";
inline constexpr std::string_view number_too_large = "the log's frame number is impossible";

// The problem of a frame for which a list of the kernel's modules is not enough.
inline constexpr std::string_view section_not_known =
    "a list of modules cannot name this function: give /proc/kallsyms";

// Takes what the kernel's own symbols say about a frame's runtime address; false if they say nothing.
bool take_kernel_symbol(const KernelSymbols* symbols, Frame& frame);

// "#12" and the blanks after it. Reads nothing if the text is different.
std::optional<Number> numbered_frame(Scanner& at);

// Where the next such number is at or after `from`: at the line's beginning, or after a blank.
std::optional<std::size_t> find_numbered_frame(std::string_view line, std::size_t from);

// Stores the number, or the problem with it, in the frame.
void take_number(const Number& number, Frame& frame);

// "0x7f…", which becomes the frame's address text. Reads nothing if the text is different.
std::optional<Number> prefixed_address(Scanner& at, Frame& frame);

// The value of the address if it fits 64 bits; otherwise the frame's problem is set.
std::optional<std::uint64_t> usable(const Number& address, Frame& frame);

void take_path(std::string_view path, Frame& frame);
// The same for Linux's names of memory: "<anonymous:7a…>", "[vdso]" and "[anon:…]" are not files, and
// "(deleted)" is not part of a name.
void take_mapped_path(std::string_view path, Frame& frame);

// "(…)" at the end of the text, balanced; empty if there is none.
std::string_view last_group(std::string_view text);

// Stores a build id in the frame. One that cannot be read is the frame's problem: its image must not be
// guessed by name then.
void take_build_id(std::string_view id, Frame& frame);

// Stores the id in "(BuildId: 77e6f9…)" in the frame and returns where it is in the line; nothing if
// there is none.
std::optional<Span> take_build_id(std::string_view line, std::size_t from, Frame& frame);

// Breakpad's form of an id: the digits of an id followed by an "age", which ELF does not have. For
// Windows modules, whose `debug_file` is a PDB, the age is part of the id, as it is in their files.
ImageId breakpad_id(std::string_view digits, std::string_view debug_file);

// The PDB's name without Windows folders; empty if it is not a PDB.
std::string_view pdb_name(std::string_view debug_file);

// The name in "name+0x1f", "name + 31", "name+0x1f/0x44"; the text itself if it has no such offset.
std::string_view without_offset(std::string_view name);

// Whether "main.c:12" or "main.c:12:3" is at the end: the frame has been symbolicated already.
bool ends_with_place(std::string_view text);

}  // namespace symkit::crashlog
