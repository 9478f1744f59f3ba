// Stacks of valgrind, from any of its tools:
//   ==4711==    at 0x10914A: ??? (in /usr/lib/kiosk/kiosk)
//   ==4711==    by 0x4883249: (below main) (libc_start_call_main.h:58)
// Massif's files, what ms_print makes of them, and DHAT's, which are JSON:
//    n1: 90000 0x401141: ??? (in /usr/lib/kiosk/kiosk)
//   ->99.92% (90,000B) 0x401141: ??? (in /usr/lib/kiosk/kiosk)
//    ,"0x401141: ??? (in /usr/lib/kiosk/kiosk)"
// "at" is the instruction, "by" is one byte before a return address. Addresses are of the process: lines
// of /proc/PID/maps give the positions of its images; without them only the program's own is known.
#include <algorithm>
#include <array>

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"
#include "logs/crashlog/valgrind_program.h"

namespace symkit::crashlog {
namespace {

// "==4711==", "--4711--", with --time-stamp=yes "==00:00:01:02.345 4711==": the last word before the
// text.
bool is_behind_process(std::string_view before) {
  const std::string_view text = trimmed(before);
  if (text.size() < 5 || (!text.ends_with("==") && !text.ends_with("--"))) return false;
  const std::string_view mark = text.substr(text.size() - 2);
  const std::size_t opening = text.rfind(mark, text.size() - 3);
  if (opening == std::string_view::npos) return false;
  const std::string_view inside = text.substr(opening + 2, text.size() - opening - 4);
  const auto is_of_clock = [](char c) { return is_digit(c) || c == ':' || c == '.' || c == ' '; };
  return !inside.empty() && is_digit(inside.back()) && std::ranges::all_of(inside, is_of_clock);
}

constexpr auto valgrinds_errors = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Conditional jump or move depends", "uninitialised value"},
    {"Use of uninitialised value", "uninitialised value"},
    {"Syscall param ", "uninitialised value"},
    {"Invalid free()", "invalid-free"},
    {"Mismatched free()", "alloc-dealloc-mismatch"},
    {"Source and destination overlap", "overlap"},
    {"Jump to the invalid address", "invalid jump"},
    {"Argument '", "fishy size"},
    {"Possible data race during ", "data race"},
    {"Conflicting load by thread", "data race"},
    {"Conflicting store by thread", "data race"},
});

std::optional<Cause> valgrinds_error(std::string_view text) {
  const bool is_read = text.starts_with("Invalid read of size ");
  if (is_read || text.starts_with("Invalid write of size ")) {
    Cause made = cause(Knows::Error, "invalid access");
    std::string_view size = text.substr(text.rfind(' ') + 1);
    made.access = say(is_read ? "READ " : "WRITE ", take_number(size).value_or(0));
    return made;
  }
  for (const auto& [words, kind] : valgrinds_errors)
    if (begins(text, words)) return cause(Knows::Error, kind);
  // "40 (8 direct, 32 indirect) bytes in 1 blocks are definitely lost in loss record 1 of 2"
  if (!text.contains(" lost in loss record ") || !text.contains(" bytes in ")) return std::nullopt;
  return cause(Knows::Error, text.contains(" definitely ") ? "leak"
                             : text.contains(" possibly ") ? "possible leak"
                                                           : "indirect leak");
}

std::optional<Cause> valgrinds_cause(std::string_view text) {
  const bool has_process = !take_marked_process(text).empty();
  if (text.starts_with("Block was alloc'd at")) return stack_follows(Role::AllocatedBy);
  if (!has_process) return std::nullopt;
  if (auto found = valgrinds_error(text)) {
    found->begins = found->apart = true;
    return found;
  }
  if (text.starts_with("Process terminating with default action of signal ")) {
    Cause made = signalled(signal_in(text));
    if (made.kind.empty()) made.kind = "signal";
    made.begins = true;
    return made;
  }
  if (text.starts_with("Address 0x") && (text.contains("block of size") || text.contains("stack")))
    return stack_follows(Role::AllocatedBy);
  return std::nullopt;
}

class Valgrind : public Format {
 public:
  ReadCause causes() const override { return valgrinds_cause; }
  Marks marks() const override { return {"  at 0x", "  by 0x", "== Command: ", "-- Command: ", " (in /"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (const std::size_t command = line.find(" Command: "); command != std::string_view::npos) {
      if (command < start || !is_behind_process(line.substr(start, command - start))) return Found::Nothing;
      report.begin();  // earlier mappings are those of another process
      return Found::Context;
    }
    std::size_t word = line.find("  at 0x");
    const bool is_innermost = word != std::string_view::npos;
    if (!is_innermost) word = line.find("  by 0x");
    if (word == std::string_view::npos) return read_row(line, start, report, frame);
    if (word < start || !is_behind_process(line.substr(start, word - start))) return Found::Nothing;
    frame.address_of = is_innermost ? AddressOf::Instruction : AddressOf::Call;
    return read_address(line, word + 5, report, frame);
  }

 private:
  // A row of a profile: it stays one line, even with inlined calls.
  static Found read_row(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    const std::size_t address = line.find("0x", start);
    if (address == std::string_view::npos || !line.contains(" (in /")) return Found::Nothing;
    const std::string_view before = trimmed(line.substr(start, address - start));
    if (!before.empty() && !before.ends_with("B)") && !is_of_massif(before)) return Found::Nothing;
    frame.shares_line = true;
    frame.address_of = AddressOf::Call;
    return read_address(line, address, report, frame);
  }

  // "n1: 90000": the number of rows below this one, and bytes.
  static bool is_of_massif(std::string_view text) {
    Scanner at(text);
    return at.literal('n') && at.decimal() && at.literal(": ") && at.decimal() && at.at_end();
  }

  static Found read_address(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    Scanner at(line, from);
    const auto address = at.prefixed_hex();
    if (!address) return Found::Nothing;
    frame.address_text = at.since(from);
    if (!at.literal(": ")) return Found::Nothing;
    frame.replaced = {at.position() - 1, line.size()};
    frame.runtime_address = usable(*address, frame);
    const std::string_view rest = trimmed(at.rest());
    if (!read_place(rest, frame))
      return read_function_and_place(rest, frame.said) ? Found::Named : Found::Context;
    report.take_mapping(frame);
    return Found::Frame;
  }

  // "??? (in /path/libx.so)", "f(int) (in /path)", "???" of code in no file; not "f (file.c:12)".
  static bool read_place(std::string_view text, Frame& frame) {
    if (text == "???") {
      if (frame.problem.empty()) frame.problem = no_image_file;
      return true;
    }
    const std::size_t object = text.rfind(" (in /");
    if (object == std::string_view::npos || !text.ends_with(')')) return false;
    take_mapped_path(text.substr(object + 5, text.size() - object - 6), frame);
    frame.symbol = trimmed(text.substr(0, object));
    if (frame.symbol == "???") frame.symbol = {};
    frame.readable = !frame.symbol.empty();
    frame.unmoved_if_fixed = true;
    frame.loaded_by_valgrind = is_program_of_valgrind(frame);
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> valgrind() { return std::make_unique<Valgrind>(); }

}  // namespace symkit::crashlog
