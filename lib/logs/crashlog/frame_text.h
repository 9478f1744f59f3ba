// Pieces that the frames of several formats have in common.
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/kernel_symbols.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

inline constexpr std::size_t digits_of_address = 16;  // where a log prints all of 64 bits

// What is wrong with a frame whose code is not a file's: generated at run time, or the kernel's vdso.
inline constexpr std::string_view no_image_file = "code that is in no image file";
// What is wrong with a frame whose numbers are none.
inline constexpr std::string_view address_too_large = "the log's address has more than 64 bits";
inline constexpr std::string_view unreadable_id = "the log's build id cannot be read";
inline constexpr std::string_view number_too_large = "the log's frame number is absurd";

// What a list of the kernel's modules does not tell.
inline constexpr std::string_view section_not_known =
    "the list of modules does not say which function that is: give /proc/kallsyms";

// What the kernel's own symbols say of a frame's runtime address; false where they say nothing.
bool take_kernel_symbol(const KernelSymbols* symbols, Frame& frame);

// "#12" and the blanks behind it. Nothing is read where it is not that.
std::optional<Number> numbered_frame(Scanner& at);

// Where the next such number stands at or after `from`: at the line's beginning, or behind a blank.
std::optional<std::size_t> find_numbered_frame(std::string_view line, std::size_t from);

// Notes the number, or the problem with it.
void take_number(const Number& number, Frame& frame);

// The address's number where it has one; where not, the frame's problem is set.
std::optional<std::uint64_t> usable(const Number& address, Frame& frame);

void take_path(std::string_view path, Frame& frame);
// The same for the names that Linux has for memory: "<anonymous:7a…>", "[vdso]", "[anon:…]" are no files, and
// "(deleted)" is no part of a name.
void take_mapped_path(std::string_view path, Frame& frame);

// "(…)" at the end of the text, balanced; empty where there is none.
std::string_view last_group(std::string_view text);

// "(BuildId: 77e6f9…)" goes into the frame. Where the line has one; nothing where it has none. One that
// cannot be read is the frame's problem: its image must not be guessed by name then.
std::optional<Span> take_build_id(std::string_view line, std::size_t from, Frame& frame);

// What Breakpad has for an id: the digits of one, and behind them an "age", which ELF has not. Of Windows'
// modules, whose `debug_file` is a PDB, the age is a part of the id, as it is in their files.
ImageId breakpad_id(std::string_view digits, std::string_view debug_file);

// The PDB's name without folders, which are those of Windows; empty where it is no PDB.
std::string_view pdb_name(std::string_view debug_file);

// The name in "name+0x1f", "name + 31", "name+0x1f/0x44"; the text itself where it ends with none of these.
std::string_view without_offset(std::string_view name);

// "main.c:12" or "main.c:12:3" at the end: somebody has symbolized the frame already.
bool ends_with_place(std::string_view text);

}  // namespace symkit::crashlog
