// The addresses that Bun prints when it crashes, in one word:
//   https://bun.report/1.1.10/lr15102a94AgggEuwm1Ci2gx7B__A2AE
// After the version come the system (l: Linux, x86-64), the command, the version of the form, the commit in
// seven digits and two numbers of features; then each frame as a number, an address as linked on Linux and an
// offset in the executable elsewhere, or 1 and the name of another image before it; 0 ends them, and the
// reason follows. Numbers are written as in source maps. Read in oven-sh/bun.report, lib/parser.ts.
#include <array>
#include <utility>
#include <vector>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view bun_report = "://bun.report/";
constexpr std::size_t most_frames_of_bun = 256, digits_of_commit = 7;

// The next number, which is removed.
std::optional<std::int64_t> take_vlq(std::string_view& text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr unsigned most_bits = 35;
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < most_bits && !text.empty(); shift += 5) {
    const std::size_t digit = digits.find(text.front());
    if (digit == std::string_view::npos) return std::nullopt;
    text.remove_prefix(1);
    value |= (std::uint64_t{digit} & 31) << shift;
    if ((digit & 32) != 0) continue;
    const auto magnitude = static_cast<std::int64_t>((value & 0xffffffff) >> 1);
    return (value & 1) != 0 ? -magnitude : magnitude;
  }
  return std::nullopt;
}

struct BunFrame {
  std::string_view image;
  std::uint64_t offset = 0;
};

struct BunTrace {
  std::string_view version;
  std::vector<BunFrame> frames;
  bool is_linux = false;    // numbers are addresses as linked, elsewhere offsets
  std::string_view reason;  // its digit and what belongs to it
};

// A frame, or one of JavaScript (=) or of unknown code (_), which has no number. False: there is none.
bool take_bun_frame(std::string_view& text, std::string_view executable, BunTrace& trace) {
  if (take_word(text, "=") || take_word(text, "_")) return true;
  auto number = take_vlq(text);
  if (!number || *number == 0) return false;
  BunFrame frame{.image = executable};
  if (*number == 1) {
    const auto size = take_vlq(text);
    if (!size || *size <= 0 || static_cast<std::size_t>(*size) > text.size()) return false;
    frame.image = last_of_path(text.substr(0, static_cast<std::size_t>(*size)));
    text.remove_prefix(static_cast<std::size_t>(*size));
    number = take_vlq(text);
    if (!number) return false;
  }
  frame.offset = static_cast<std::uint64_t>(*number);
  if (*number > 0) trace.frames.push_back(frame);
  return true;
}

// "1.1.10/lr15102a94…"
std::optional<BunTrace> read_bun_trace(std::string_view text) {
  constexpr std::string_view systems = "wemMlbBLW";
  BunTrace trace;
  const auto version = take_before(text, "/");
  if (!version || version->empty() || !is_digit(version->front()) || version->size() > 16)
    return std::nullopt;
  trace.version = *version;
  if (text.size() < 3 + digits_of_commit || !systems.contains(text[0]) || (text[2] != '1' && text[2] != '2'))
    return std::nullopt;
  const bool is_windows = std::string_view("weW").contains(text[0]);
  trace.is_linux = std::string_view("lBL").contains(text[0]);
  text.remove_prefix(3 + digits_of_commit);
  if (!take_vlq(text) || !take_vlq(text)) return std::nullopt;
  const std::string_view executable = is_windows ? "bun.exe" : "bun";
  for (std::size_t i = 0; i < most_frames_of_bun; ++i) {
    const std::string_view before = text;
    if (take_bun_frame(text, executable, trace)) continue;
    if (!before.starts_with('A')) return std::nullopt;  // it is not the end
    trace.reason = text;
    return trace;
  }
  return std::nullopt;
}

std::optional<BunTrace> bun_trace_in(std::string_view text) {
  if (!take_before(text, bun_report)) return std::nullopt;
  return read_bun_trace(text.substr(0, text.find_first_of(" \t)>\"'")));
}

std::optional<Cause> buns_cause(std::string_view text) {
  constexpr auto kinds = std::to_array<std::pair<char, std::string_view>>({{'0', "Bun panic"},
                                                                           {'1', "unreachable"},
                                                                           {'7', "stack overflow"},
                                                                           {'8', "Bun error"},
                                                                           {'9', "out of memory"}});
  constexpr auto signals = std::to_array<std::pair<char, std::string_view>>(
      {{'2', "SIGSEGV"}, {'3', "SIGILL"}, {'4', "SIGBUS"}, {'5', "SIGFPE"}, {'6', "SIGBUS"}});
  const auto trace = bun_trace_in(text);
  if (!trace || trace->reason.empty()) return std::nullopt;
  std::string_view rest = trace->reason.substr(1);
  std::optional<Cause> made;
  for (const auto& [digit, kind] : kinds)
    if (trace->reason.front() == digit) made = cause(Knows::Reason, kind);
  for (const auto& [digit, signal] : signals)
    if (trace->reason.front() == digit) {
      const auto high = take_vlq(rest), low = high ? take_vlq(rest) : std::nullopt;
      made = signalled(signal);
      if (low)
        made->accessed =
            (static_cast<std::uint64_t>(*high) << 32) | (static_cast<std::uint64_t>(*low) & 0xffffffff);
    }
  if (!made) return std::nullopt;
  made->continues = true;  // Bun has said it in words, mostly
  made->version = trace->version;
  return made;
}

class BunReport : public Format {
 public:
  ReadCause causes() const override { return buns_cause; }
  Marks marks() const override { return {bun_report}; }

  // The answers follow the address, in the order of the frames.
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    auto trace = bun_trace_in(line.substr(start));
    if (!trace) return Found::Nothing;
    frames_ = std::move(trace->frames);
    is_linux_ = trace->is_linux;
    is_signal_ = is_one_of<"2345">(trace->reason.empty() ? '0' : trace->reason.front());
    next_ = 0;
    return read_further(line, start, report, frame) ? Found::Frame : Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t /*from*/, Report& /*report*/, Frame& frame) override {
    if (next_ == frames_.size()) return false;
    const BunFrame& next = frames_[next_];
    frame.image.name = next.image;
    (is_linux_ ? frame.file_address : frame.image_offset) = next.offset;
    frame.address_of = is_signal_ && next_ == 0 ? AddressOf::Instruction : AddressOf::Return;
    frame.address_text = line;
    frame.replaced = {line.size(), line.size()};
    frame.shares_line = frame.stands_alone = true;
    ++next_;
    return true;
  }

 private:
  bool is_linux_ = false;
  bool is_signal_ = false;        // interrupted the first frame
  std::vector<BunFrame> frames_;  // of the line that is being read
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Format> bun_trace() { return std::make_unique<BunReport>(); }

}  // namespace symkit::crashlog
