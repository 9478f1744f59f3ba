// Removes pieces from either end of the texts that contain frames named already.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

// The text before the word; both are removed. Nothing, and the text stays, if the word does not occur.
std::optional<std::string_view> take_before(std::string_view& text, std::string_view word);

// The last occurrence of the word; npos if there is none. The word has at least two characters, the
// second of which is rare.
std::size_t last_word(std::string_view text, std::string_view word);

// As starts_with, for texts of which few do.
constexpr bool begins(std::string_view text, std::string_view word) {
  return word.empty() || (!text.empty() && text.front() == word.front() && text.starts_with(word));
}

constexpr bool take_word(std::string_view& text, std::string_view word) {
  if (!begins(text, word)) return false;
  text.remove_prefix(word.size());
  return true;
}

void take_blanks(std::string_view& text);

// Digits at the beginning, and their value; nothing if there are none or too many.
std::optional<std::uint32_t> take_number(std::string_view& text);

// Removes " line 42" from the end of the text.
std::optional<std::uint32_t> take_line_number(std::string_view& text);

// "0x1f2e", "00007ff6`12345678": removed and returned; empty if the text does not begin with hexadecimal
// digits.
std::string_view take_address(std::string_view& text);

// "4711" of "==4711== …", with the marks and blanks; empty if the text does not begin so.
std::string_view take_marked_process(std::string_view& text);

// Moves "…/a.cc:12:3", "a.cc:12", "C:\b.cc:9" from the end of the text into the frame. False, changing
// nothing, if the last word is not a place.
bool take_place(std::string_view& text, Said& said);

// Whether the text is only a place in a source: "a.cc:12".
bool read_place(std::string_view text, Said& said);
// The same after a function: "main (shop.c:12)".
bool read_function_and_place(std::string_view text, Said& said);

// The function's name in "f(int)", "f + 12", "f+0x1f/0x44"; nothing if the log only has a sign for an
// unknown one.
void take_function(std::string_view text, Said& said);

// The same for "(libfoo.so+0x12) (BuildId: 12ab)", "<libfoo.so>+0x12" at the end.
bool take_module(std::string_view& text, Frame& frame);

// Where the last group of round brackets begins; it may contain other brackets: "d8(v8::f(int)+0x12)".
// npos if there is none.
std::size_t open_of_last(std::string_view text);

// The part after the last slash, of either kind.
std::string_view last_of_path(std::string_view path);

}  // namespace symkit::crashlog
