// The output of glibc's backtrace_symbols and backtrace_symbols_fd, and of programs that print in this
// form:
//   /lib/x86_64-linux-gnu/libc.so.6(__libc_start_main+0x8b)[0x7f294aa2a28b]
//   ./server(+0x1a2b) [0x55d0c1a2ba2b]          relative to the file
//   ./prog() [0x401136]                         not position-independent: an address of the file
//   (EE) 3: /usr/lib/xorg/Xorg (0x55d0c1a00000+0x2ba2b) [0x55d0c1a2ba2b]   from where the image begins
//   2: (f(int)+0x12) [0x55d0c1a2ba2b]           Ceph: no image
//   [kiosk:4711] [ 1] [0x55d0c1a2ba2b]          Open MPI: neither image nor name
// All are return addresses, except the one that a signal interrupted.
#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"

namespace symkit::crashlog {
namespace {

// Unreal's "[Callstack]  05  0x00007f43b8aec390  ", before the path.
constexpr std::string_view unreal_mark = "[Callstack]";

std::size_t behind_address(Scanner at) {
  at.blanks();
  if (at.decimal()) at.blanks();
  if (at.prefixed_hex()) at.blanks();
  return at.position();
}

// "kiosk-1:4711", Open MPI's.
bool ends_with_process(std::string_view inside) {
  const std::size_t colon = inside.rfind(':');
  return colon != std::string_view::npos && colon != 0 && colon + 1 < inside.size() &&
         std::ranges::all_of(inside.substr(colon + 1), is_digit);
}

// "BaseDaemon: " is ClickHouse's, behind its own time and thread.
std::size_t behind_daemon(std::string_view line, std::size_t start) {
  constexpr std::string_view daemon = "BaseDaemon: ";
  const std::size_t found = line.find(daemon, start);
  return found == std::string_view::npos ? start : found + daemon.size();
}

// Programs number the lines: "#1 ", "3: ", "[2] ", "[bt] ", "(EE) 3: ", "frame #2: "; g3log writes the
// address behind the number, too.
std::size_t behind_number(std::string_view line, std::size_t start) {
  Scanner at(line, start);
  at.blanks();
  at.literal("(EE) ");
  at.literal("frame ");  // c10's
  if (at.literal(unreal_mark)) return behind_address(at);
  const std::size_t from = at.position();
  if (at.literal('[')) {
    const auto inside = at.until(']');
    const bool is_number = inside && (inside->size() <= 8 || ends_with_process(*inside));
    if (is_number && at.literal(']') && at.blanks() > 0) return behind_number(line, at.position());
  } else {
    at.literal('#');
    if (at.decimal()) {
      if (!at.literal(':')) at.literal('.');
      at.literal(')');
      if (at.blanks() > 0) {
        const std::size_t path = at.position();
        return at.prefixed_hex() && at.blanks() > 0 ? at.position() : path;
      }
    }
  }
  return from;
}

// "127.0.0.1:6379", "*:6379"; not a time, "06:01:02".
bool is_listening_address(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  const bool is_clock = colon == 5 && word[2] == ':' && is_digit(word[0]) && is_digit(word[4]);
  if (is_clock) return false;
  return colon != std::string_view::npos && colon + 1 < word.size() &&
         std::ranges::all_of(word.substr(colon + 1), is_digit);
}

// Servers replace their own path by their state: "redis-server *:6379 [cluster]", "postgres: kiosk shop
// [local] SELECT". Returns the part before that.
std::string_view without_title(std::string_view path) {
  constexpr std::array<std::string_view, 4> with_colon = {"postgres:", "nginx:", "php-fpm:", "sshd:"};
  const std::size_t blank = path.find(' ');
  if (blank == std::string_view::npos) return path;
  const std::string_view first = path.substr(0, blank), rest = path.substr(blank + 1);
  if (std::ranges::find(with_colon, first) != with_colon.end()) return first.substr(0, blank - 1);
  return is_listening_address(rest.substr(0, rest.find(' '))) ? first : path;
}

// Godot has run addr2line, which found nothing or is not installed: "[1] ./kiosk() [0x401136] (??:0)", "…
// ()".
std::string_view without_godots_place(std::string_view line) {
  std::string_view text = line;
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  for (const std::string_view nothing : {" (??:0)", " (??:?)", " (<artificial>:?)", " ()"})
    if (text.ends_with(nothing)) text.remove_suffix(nothing.size());
  return text;
}

constexpr std::string_view instruction_heading = "EIP:";
constexpr std::string_view stack_heading = "Backtrace:";
// Xorg's "(?+0x0)": older releases write where the function begins, not the position in it.
constexpr std::string_view not_the_place = "the log does not say where in the image this is";

class GlibcBacktrace : public Format {
 public:
  Marks marks() const override { return {"[0x"}; }

  Marks headings() const override { return {instruction_heading, stack_heading}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)))) return Found::Context;
    const std::string_view text = without_godots_place(line);
    const std::size_t bracket = text.rfind("[0x");
    const auto address = read_address(text, bracket, frame);
    const std::size_t path_from = behind_number(line, behind_daemon(line, start));
    if (!address || path_from > bracket) return Found::Nothing;
    const bool is_bare = path_from == bracket && ends_with_number(line.substr(start, bracket - start));
    if (!is_bare && !read_place(trimmed(line.substr(path_from, bracket - path_from)), *address, frame))
      return Found::Nothing;
    if (is_bare) take_bare(*address, frame);
    frame.replaced = {text.size(), last_not_of<" \t">(line) + 1};
    frame.stands_alone = !frame.unmoved_if_fixed;
    if (frame.unmoved_if_fixed) report.take_holder(frame);
    settle(frame);
    return Found::Frame;
  }

 private:
  // Redis reports where a signal came, and repeats the address in the stack.
  bool read_heading(std::string_view text) {
    if (text != instruction_heading && text != stack_heading) return false;
    is_instruction_ = text == instruction_heading;
    if (is_instruction_) interrupted_.reset();
    return true;
  }

  // The address in the bracket comes last, with nothing after it.
  static std::optional<Number> read_address(std::string_view text, std::size_t bracket, Frame& frame) {
    if (bracket == std::string_view::npos || !text.ends_with(']')) return std::nullopt;
    Scanner at(text, bracket + 1);
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(']') || !at.at_end()) return std::nullopt;
    return address;
  }

  static bool read_place(std::string_view text, const Number& address, Frame& frame) {
    const auto place = read_path_and_symbol(text);
    if (!place) return false;
    if (place->path.empty()) return read_unnamed(text, *place, address, frame);
    const std::string_view path = without_title(place->path);
    if (!looks_like_path(path, place->has_group)) return false;
    take_mapped_path(path, frame);
    const auto absolute = usable(address, frame);
    if (!place->offset) {
      // A library without a name in brackets: what is there is the address in the process.
      (is_library(path) && !place->has_group ? frame.runtime_address : frame.file_address) = absolute;
      return true;
    }
    const auto offset = usable(place->offset->offset, frame);
    frame.runtime_address = absolute;
    const std::string_view symbol = place->offset->symbol;
    if (symbol == "?") {
      frame.problem = not_the_place;
    } else if (symbol.starts_with("0x")) {
      frame.image_offset = offset;
    } else {
      frame.symbol = symbol;
      (symbol.empty() ? frame.file_address : frame.symbol_offset) = offset;
    }
    return true;
  }

  // Open MPI's "[ 1] [0x2650f540]", in code that is in no file or whose file it does not know.
  static bool ends_with_number(std::string_view before) {
    const std::string_view number = trimmed(before);
    return number.size() >= 3 && number.ends_with(']') && is_digit(number[number.size() - 2]);
  }
  static void take_bare(const Number& address, Frame& frame) {
    frame.runtime_address = usable(address, frame);
    frame.unmoved_if_fixed = true;
  }

  // Ceph's "(()+0x12980)", "(ceph::f(int)+0x12)": no image, and names that are not in a symbol table.
  static bool read_unnamed(std::string_view text, const PathAndSymbol& place, const Number& address,
                           Frame& frame) {
    if (!place.offset || !place.offset->symbol.ends_with(')') || !text.starts_with('(')) return false;
    if (place.offset->symbol != "()") frame.symbol = place.offset->symbol;
    frame.readable = !frame.symbol.empty();
    frame.runtime_address = usable(address, frame);
    frame.unmoved_if_fixed = true;
    return true;
  }

  static bool is_library(std::string_view path) { return path.ends_with(".so") || path.contains(".so."); }

  void settle(Frame& frame) {
    if (is_instruction_) interrupted_ = frame.runtime_address;
    const bool is_exact =
        std::exchange(is_instruction_, false) || (interrupted_ && interrupted_ == frame.runtime_address);
    frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
  }

  // Whether it is a path, and not a sentence that ends in "[0x12]".
  static bool looks_like_path(std::string_view path, bool has_group) {
    if (path.empty() || path.ends_with(':') || path.ends_with('=') || path.contains(": ")) return false;
    return path.contains('/') || (has_group && !path.contains(' '));
  }

  bool is_instruction_ = false;               // the next frame
  std::optional<std::uint64_t> interrupted_;  // where the signal came
};

}  // namespace

std::unique_ptr<Format> glibc_backtrace() { return std::make_unique<GlibcBacktrace>(); }

}  // namespace symkit::crashlog
