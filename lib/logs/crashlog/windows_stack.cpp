// Frames in the form of Windows' tools: WinDbg, Process Monitor and many other programs:
//   03 00000012`3456f8a0 00007ff6`1234abcd ledger!ledger::Book::total+0x4c
//   ledger.dll!ledger_close+0x1a
//   0x00007ff61234abcd ledger.dll+0x1160
// An offset is from the function, or from the beginning of the module. Addresses next to it are of the
// stack, or the return address of the function. Offsets are as unwound.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"
#include "logs/crashlog/windows_codes.h"

namespace symkit::crashlog {
namespace {

constexpr std::array<std::string_view, 6> extensions = {".exe", ".dll", ".sys", ".ocx", ".drv", ".pyd"};

bool is_of_module(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || is_digit(c) || c == '_' || c == '-' || c == '.';
}

// .NET programs on Linux print their libraries in this form, too.
bool is_shared_object(std::string_view module) { return module.ends_with(".so") || module.contains(".so."); }

bool has_extension(std::string_view module) {
  return std::ranges::any_of(extensions, [&](std::string_view extension) {
    return module.size() > extension.size() &&
           std::ranges::equal(module.substr(module.size() - extension.size()), extension, {}, lower_case);
  });
}

// A column with an address: 0x and digits, or eight or more digits with or without WinDbg's mark in the
// middle.
bool is_address(std::string_view word) {
  if (word.starts_with("0x")) word.remove_prefix(2);
  const auto is_part = [](char c) { return is_hex_digit(c) || c == '`'; };
  return word.size() >= 8 && std::ranges::all_of(word, is_part);
}

// The lines of WinDbg's !analyze: "ExceptionCode: c0000005 (Access violation)", "STACK_TEXT:"
std::optional<Cause> debuggers_cause(std::string_view text) {
  if (take_word(text, "ExceptionCode: ")) {
    const auto code = address_at(trimmed(text));
    if (!code || *code > UINT32_MAX) return std::nullopt;
    Cause made = cause(Knows::Error, windows_exception(static_cast<std::uint32_t>(*code)));
    made.continues = true;
    return made;
  }
  if (text.starts_with("ExceptionAddress: ")) {
    Cause made = cause(Knows::Nothing, "crash");
    made.begins = true;
    return made;
  }
  if (text.starts_with("STACK_TEXT:") || text.starts_with("Child-SP") || text.starts_with("ChildEBP"))
    return stack_follows(Role::Crashed);
  if (text.starts_with("STACK_COMMAND:") || text.starts_with("FOLLOWUP_IP:"))
    return Cause{.what = Cause::What::End};
  return std::nullopt;
}

class WindowsStack : public Format {
 public:
  ReadCause causes() const override { return debuggers_cause; }
  Marks marks() const override { return {"+0x", "+ 0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    std::size_t plus = line.rfind("+0x");
    const std::size_t wide = line.rfind("+ 0x");
    if (plus == std::string_view::npos || (wide != std::string_view::npos && wide > plus)) plus = wide;
    if (plus == std::string_view::npos || plus < start) return Found::Nothing;
    Scanner at(line, plus + 1);
    at.blanks();
    const auto offset = at.prefixed_hex();
    if (!offset) return Found::Nothing;
    const std::string_view rest = trimmed(at.rest());
    if (rest.starts_with('[') && rest.contains(" @ ")) return read_named(line, start, plus, rest, frame);
    const std::size_t place = behind_exception_address(line, start);
    if (rest != (place == start ? "" : ")")) return Found::Nothing;
    if (!read_place(line, place, plus, frame)) return Found::Nothing;
    const std::size_t from = static_cast<std::size_t>(frame.image.name.data() - line.data());
    frame.address_text = at.since(from);
    frame.replaced = {at.position(), place == start ? line.size() : at.position()};
    const auto value = usable(*offset, frame);
    (frame.symbol.empty() ? frame.image_offset : frame.symbol_offset) = value;
    // MSVC's std::stacktrace numbers its frames in this form, and has no instruction among them.
    const bool is_std = trimmed(line.substr(start, from - start)).ends_with('>');
    frame.address_of = is_std           ? AddressOf::Return
                       : place != start ? AddressOf::Instruction
                                        : AddressOf::Stack;
    frame.stands_alone = true;
    if (const ListedImage* image = report.image_named(frame.image.name)) Report::fill_in(*image, frame);
    return Found::Frame;
  }

 private:
  // "ExceptionAddress: 00007ffac0ac5a12 (ledger!f+0x2)": where the place begins.
  static std::size_t behind_exception_address(std::string_view line, std::size_t start) {
    const std::size_t open = line.find(" (", start);
    const bool is_one = trimmed(line.substr(start)).starts_with("ExceptionAddress: ");
    return is_one && open != std::string_view::npos ? open + 2 : start;
  }

  // "[a.cpp @ 12]" follows it
  static Found read_named(std::string_view line, std::size_t start, std::size_t plus, std::string_view place,
                          Frame& frame) {
    if (!read_place(line, start, plus, frame) || frame.symbol.empty()) return Found::Context;
    place.remove_prefix(1);
    const auto file = take_before(place, " @ ");
    const auto row = file ? crashlog::take_number(place) : std::nullopt;
    if (!row) return Found::Context;
    frame.said = {.function = frame.symbol, .file = *file, .line = *row};
    return Found::Named;
  }

  // "ledger!ledger::Book::total", "ledger!", "ledger.dll", up to the plus.
  static bool read_place(std::string_view line, std::size_t start, std::size_t plus, Frame& frame) {
    std::size_t end = plus;
    while (end > start && is_blank(line[end - 1])) --end;
    const std::string_view text = line.substr(start, end - start);
    const std::size_t mark = text.find('!');
    const std::string_view before = text.substr(0, mark);
    std::size_t begin = before.size();
    while (begin > 0 && is_of_module(before[begin - 1])) --begin;
    const std::string_view module = before.substr(begin);
    const std::string_view columns = trimmed(before.substr(0, begin));
    if (module.empty() || (begin != 0 && !is_blank(before[begin - 1]))) return false;
    if (mark == std::string_view::npos) {
      if (!has_extension(module) && !ends_with_address(columns)) return false;
    } else {
      if (end != plus || !(has_extension(module) || is_shared_object(module) || are_columns(columns)))
        return false;
      frame.symbol = text.substr(mark + 1);
    }
    frame.image.name = module;
    return true;
  }

  static bool ends_with_address(std::string_view columns) {
    const std::size_t blank = last_of<" \t">(columns);
    return !columns.empty() && is_address(columns.substr(blank + 1));
  }

  // Only numbers, addresses and "at": what may precede a frame.
  static bool are_columns(std::string_view columns) {
    Scanner at(columns);
    for (at.blanks(); !at.at_end(); at.blanks()) {
      std::string_view word = at.word();
      if (word == "at" || is_address(word)) continue;
      if (word.starts_with('#')) word.remove_prefix(1);
      if (word.ends_with(':') || word.ends_with('.') || word.ends_with('>')) word.remove_suffix(1);
      if (word.size() > 4 || !std::ranges::all_of(word, is_hex_digit)) return false;
    }
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> windows_stack() { return std::make_unique<WindowsStack>(); }

}  // namespace symkit::crashlog
