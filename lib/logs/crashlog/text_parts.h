// Pieces of the texts in which frames that are named already stand, taken off either end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

// The text in front of the word, which is taken off with it; nothing, and the text stays, where it is not
// there.
std::optional<std::string_view> take_before(std::string_view& text, std::string_view word);

// Where the word stands last; npos where it does not. It has two characters at least, of which the second is
// rare.
std::size_t last_word(std::string_view text, std::string_view word);

bool take_word(std::string_view& text, std::string_view word);

void take_blanks(std::string_view& text);

// Digits at the beginning, and their value; nothing where there are none or too many.
std::optional<std::uint32_t> take_number(std::string_view& text);

// "0x1f2e", "00007ff6`12345678": taken off; empty where the text does not begin with hexadecimal digits.
std::string_view take_address(std::string_view& text);

// "…/a.cc:12:3", "a.cc:12", "C:\b.cc:9" at the text's end goes into the frame, and off the text. False, and
// nothing changes, where the last word is no place.
bool take_place(std::string_view& text, Said& said);

// Does this say where a source is? "a.cc:12" with nothing else.
bool read_place(std::string_view text, Said& said);

// The function's name in "f(int)", "f + 12", "f+0x1f/0x44"; nothing where the log has only a sign for an
// unknown one.
void take_function(std::string_view text, Said& said);

// "(libfoo.so+0x12) (BuildId: 12ab)", "<libfoo.so>+0x12" at the end: likewise.
bool take_module(std::string_view& text, Frame& frame);

// "12ab" of "(BuildId: 12ab)", whatever follows; empty where the text is none.
std::string_view build_id_in(std::string_view group);

// Where the last group of round brackets begins; what is in it may have such, too: "d8(v8::f(int)+0x12)".
// npos: there is none.
std::size_t open_of_last(std::string_view text);

// What stands after the last slash, of either kind.
std::string_view last_of_path(std::string_view path);

}  // namespace symkit::crashlog
