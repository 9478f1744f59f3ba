// Pieces that the frames of several formats have in common.
#pragma once

#include <optional>
#include <string_view>

#include "crashlog/frame.h"
#include "crashlog/scanner.h"

namespace symkit::crashlog {

// What is wrong with a frame whose numbers are none.
inline constexpr std::string_view address_too_large = "the log's address has more than 64 bits";
inline constexpr std::string_view unreadable_id = "the log's build id cannot be read";
inline constexpr std::string_view number_too_large = "the log's frame number is absurd";

// "#12" and the blanks behind it. Nothing is read where it is not that.
std::optional<Number> numbered_frame(Scanner& at);

// Where the next such number stands at or after `from`: at the line's beginning, or behind a blank.
std::optional<std::size_t> find_numbered_frame(std::string_view line, std::size_t from);

// Notes the number, or the problem with it.
void take_number(const Number& number, Frame& frame);

// The address's number where it has one; where not, the frame's problem is set.
std::optional<std::uint64_t> usable(const Number& address, Frame& frame);

void take_path(std::string_view path, Frame& frame);

// "(BuildId: 77e6f9…)" goes into the frame. Where the line has one; nothing where it has none. One that
// cannot be read is the frame's problem: its image must not be guessed by name then.
std::optional<Span> take_build_id(std::string_view line, std::size_t from, Frame& frame);

}  // namespace symkit::crashlog
