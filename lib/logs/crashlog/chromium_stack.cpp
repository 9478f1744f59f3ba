// Stacks of Chromium, V8 and Electron, and of LLVM, which look similar:
//   #2 0x55d0c1a2ba2b base::debug::(anonymous namespace)::StackDumpSignalHandler()
//   #3 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)       #4 0x55d0c1a2ba2b <unknown>        [0x55d0c1a2ba2b]
//   #4 0x000055d0c1a2ba2b (/usr/bin/clang+0x1a2b)                                       LLVM
// Sanitizers' stacks look like the second line, but their address and offset agree; Chromium prints the
// return address unchanged and an offset that is one less. LLVM's address is wider, and neither it nor
// the offset points into the call.
#include <algorithm>
#include <utility>

#include "ground/base/address.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/program_message.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t digits_of_chromium = 12;
constexpr std::size_t digits_of_llvm = 16;
constexpr std::string_view end_of_stack = "[end of stack trace]";
constexpr std::string_view llvm_heading = "Stack dump:";

// "name (path+0x1a2b)" after an address.
struct NamedModule {
  std::string_view name;
  std::string_view path;
  Number offset;
};

std::optional<NamedModule> read_module(std::string_view text) {
  const std::string_view group = last_group(text);
  const std::size_t plus = group.rfind("+0x");
  if (plus == std::string_view::npos || plus < 2) return std::nullopt;
  const std::string_view before = text.substr(0, text.size() - group.size());
  if (!before.empty() && !is_blank(before.back())) return std::nullopt;
  Scanner at(group, plus + 1);
  const auto offset = at.prefixed_hex();
  if (!offset || at.rest() != ")") return std::nullopt;
  return NamedModule{trimmed(before), group.substr(1, plus - 1), *offset};
}

// A signal handler returns to code in one of these.
bool is_of_libc(std::string_view name) {
  return name.starts_with("libc.so") || name.starts_with("libc-2") || name.starts_with("libpthread") ||
         name.starts_with("ld-musl-");
}

// "Received signal 11 SEGV_MAPERR 000000000010"
bool is_received_signal(std::string_view text) {
  Scanner at(text);
  if (!at.literal("Received signal ")) return false;
  const auto number = at.decimal();
  return number && number->digits < 4 && (at.at_end() || at.peek() == ' ');
}

// "Received signal 11 SEGV_MAPERR 000000000000", "[1:1:0308/122440.968711:FATAL:a.cc(243)] Check failed: …"
std::optional<Cause> chromiums_cause(std::string_view text) {
  if (is_received_signal(text)) {
    take_word(text, "Received signal ");
    const auto number = take_number(text);
    take_blanks(text);
    std::string_view signal = signal_in(text);
    if (signal.empty()) signal = signal_numbered(number.value_or(0));
    if (asks_to_end(signal)) return std::nullopt;
    Cause made = signalled(signal, text.substr(text.rfind(' ') + 1));
    made.begins = true;
    return made;
  }
  const auto prefix = text.starts_with('[') ? take_before(text, "] ") : std::nullopt;
  if (!prefix || !prefix->contains(":FATAL:")) return std::nullopt;
  return fatal_message(text);
}

class ChromiumStack : public Format {
 public:
  ReadCause causes() const override { return chromiums_cause; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override { return {"Received signal ", end_of_stack, llvm_heading}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    if (const auto at = find_numbered_frame(line, start)) return read_numbered(line, *at, report, frame);
    return behind_ == Behind::Nothing ? Found::Nothing : read_bracketed(line, start, report, frame);
  }

 private:
  // The position in the current stack, as the lines before show it.
  enum class Behind : std::uint8_t { Nothing, Frames, Signal, Handler, Trampoline };

  bool read_heading(std::string_view text, Report& report) {
    if (text == llvm_heading || is_received_signal(text)) {
      report.begin();  // earlier mappings are those of another process
      behind_ = Behind::Signal;
      last_number_.reset();
      handler_.reset();
      return true;
    }
    const bool is_sanitizers = text.starts_with("==") && text.contains("Sanitizer");
    if (text == end_of_stack || is_sanitizers) behind_ = Behind::Nothing;
    return text == end_of_stack;
  }

  // "#4 0x55d0c1a2ba2b ": one blank after the number, and one after the address.
  Found read_numbered(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number || line[at.position() - 1] != ' ' || !is_digit(line[at.position() - 2]))
      return Found::Nothing;
    const std::size_t address_from = at.position();
    const auto address = at.prefixed_hex();
    if (!address || !at.literal(' ') || is_blank(at.peek())) return Found::Nothing;
    frame.address_text = line.substr(address_from, at.position() - 1 - address_from);
    frame.replaced = {at.position() - 1, line.size()};
    take_number(*number, frame);
    const Behind before = behind_;
    follow(*number);
    const Found found = read_place(trimmed(at.rest()), *address, frame);
    if (found == Found::Nothing) behind_ = before;
    if (found == Found::Frame) complete(report, frame);
    return found;
  }

  // Numbers that begin again or do not continue belong to another stack.
  void follow(const Number& number) {
    const bool goes_on = last_number_ ? number.value == *last_number_ + 1 : behind_ == Behind::Signal;
    if (!goes_on && !(number.value == 0 && behind_ == Behind::Signal)) behind_ = Behind::Nothing;
    last_number_ = number.value;
  }

  Found read_place(std::string_view text, const Number& address, Frame& frame) {
    if (text == "<unknown>") {
      frame.runtime_address = usable(address, frame);
      return Found::Frame;
    }
    if (const auto module = read_module(text)) return read_offset(*module, address, frame);
    const bool is_own = behind_ != Behind::Nothing || text.contains("base::debug::");
    if (!is_own || text.starts_with("in ")) return Found::Nothing;
    if (ends_with_place(text.ends_with(']') ? text.substr(0, text.size() - 1) : text)) return Found::Context;
    frame.symbol = text;
    frame.readable = true;
    frame.runtime_address = usable(address, frame);
    return Found::Frame;
  }

  // The distance between address and offset shows which program printed them.
  Found read_offset(const NamedModule& module, const Number& address, Frame& frame) const {
    if (!address.fits || !module.offset.fits) return Found::Nothing;
    const std::uint64_t ahead = (address.value - module.offset.value) % page_size;
    const bool is_llvm = address.digits == digits_of_llvm && ahead == 0;
    const bool is_early = behind_ != Behind::Nothing && ahead == 0;
    const bool is_chromium = module.name.empty() && (is_early || (ahead == 1 && address.value != 0));
    if (!is_llvm && !is_chromium) return Found::Nothing;
    take_mapped_path(module.path, frame);
    frame.symbol = module.name;
    frame.file_address = module.offset.value + ahead;
    return Found::Frame;
  }

  // " [0x55d0c1a2ba2b]", also after the prefix of a log collector.
  Found read_bracketed(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    std::string_view text = line.substr(start);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    const std::size_t bracket = text.rfind(" [0x");
    if (bracket == std::string_view::npos) return Found::Nothing;
    Scanner at(text, bracket + 2);
    const auto address = at.prefixed_hex();
    if (!address || address->digits < digits_of_chromium || at.rest() != "]") return Found::Nothing;
    const std::size_t end = start + text.size();
    frame.address_text = line.substr(start + bracket + 2, at.position() - bracket - 2);
    frame.replaced = {end, end};
    frame.runtime_address = usable(*address, frame);
    complete(report, frame);
    return Found::Frame;
  }

  void complete(Report& report, Frame& frame) {
    if (!frame.file_address) {
      frame.unmoved_if_fixed = true;
      const ListedImage* image =
          frame.runtime_address ? report.image_holding(*frame.runtime_address) : nullptr;
      if (image != nullptr) Report::fill_in(*image, frame);
    }
    const Behind before = std::exchange(behind_, next(frame));
    const bool is_exact = before == Behind::Trampoline || behind_ == Behind::Trampoline;
    frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
  }

  // After a signal the handler's own frames come first. The interrupted frame follows the function of
  // that name, or else the first frame in libc, or the first that is too far away to be in the handler's
  // image.
  Behind next(const Frame& frame) {
    if (behind_ != Behind::Signal && behind_ != Behind::Handler) return Behind::Frames;
    if (frame.symbol.contains("StackDumpSignalHandler")) return Behind::Handler;
    if (behind_ == Behind::Handler || is_of_libc(frame.image.name)) return Behind::Trampoline;
    if (!frame.runtime_address) return Behind::Signal;
    if (!handler_) handler_ = frame.runtime_address;
    const std::uint64_t away =
        std::max(*handler_, *frame.runtime_address) - std::min(*handler_, *frame.runtime_address);
    return away >> 32 != 0 ? Behind::Trampoline : Behind::Signal;
  }

  Behind behind_ = Behind::Nothing;
  std::optional<std::uint64_t> last_number_;
  std::optional<std::uint64_t> handler_;  // the address of the first frame after a signal
};

}  // namespace

std::unique_ptr<Format> chromium_stack() { return std::make_unique<ChromiumStack>(); }

}  // namespace symkit::crashlog
