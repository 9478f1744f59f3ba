// Stacks of Trusty and its apps, in builds for users and in those for developers:
//   Backtrace for thread: trusty_app_12_7ee4dddc-177a-420
//   (app: till)
//   kSP+0x0fe0: 0xffff000000012345
//   uSP+0x0f40: 0x0000000000001d5a till_price+0x12/0x40
//   0x0000000012340f40: 0x0000000055561d5a/0x0000000000001d5a till_price+0x12/0x40
// The last address is as it was linked, of the app or of the kernel. All are return addresses. Read in
// trusty/kernel/lib/backtrace.

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view thread_of_trusty = "Backtrace for thread: ", app_of_trusty = "(app: ";
constexpr std::string_view trustys_kernel = "lk.elf";
constexpr std::uint64_t begin_of_kernel = std::uint64_t{1} << 63;

// "panic (caller 0xffff000000012345): ASSERT FAILED at (kernel/till.c:42): price > 0", "… : text"
std::optional<Cause> trustys_panic(std::string_view text) {
  if (!take_word(text, "panic (caller 0x") || !take_before(text, "): ")) return std::nullopt;
  Cause made = reason("kernel panic", text);
  if (std::string_view rest = text; take_word(rest, "ASSERT FAILED at (") && take_before(rest, "): "))
    made = reason("assertion failed", rest);
  made.begins = true;
  return made;
}

class TrustyStack : public Format {
 public:
  ReadCause causes() const override { return trustys_panic; }
  Marks headings() const override { return {thread_of_trusty}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (take_word(text, thread_of_trusty)) {
      report.begin();
      report.set_thread(text);
      app_.clear();
      is_stack_ = true;
      report.see_every_line(true);
      return Found::Context;
    }
    if (!is_stack_) return Found::Nothing;
    if (take_word(text, app_of_trusty)) {
      app_ = text.substr(0, text.find(')'));
      return Found::Context;
    }
    const Found found = read_frame(line, start, frame);
    is_stack_ = found != Found::Nothing;
    if (!is_stack_) report.see_every_line(false);
    return found;
  }

 private:
  Found read_frame(std::string_view line, std::size_t start, Frame& frame) const {
    Scanner at(line, start);
    at.blanks();
    const bool has_offset = at.literal("kSP+") || at.literal("uSP+");
    const auto stack = at.prefixed_hex();
    if (!stack || (!has_offset && stack->digits < digits_of_address / 2) || !at.literal(": "))
      return Found::Nothing;
    auto address = prefixed_address(at, frame);
    if (!address) return Found::Nothing;
    if (at.literal('/')) address = prefixed_address(at, frame);
    if (!address || (!at.at_end() && at.peek() != ' ')) return Found::Nothing;
    if (address->value == 0) return Found::Context;  // the end
    frame.replaced = {at.position(), line.size()};
    frame.file_address = usable(*address, frame);
    const bool is_of_kernel = app_.empty() || address->value >= begin_of_kernel;
    frame.image.name = is_of_kernel ? trustys_kernel : std::string_view(app_);
    frame.address_of = AddressOf::Return;
    return read_name(trimmed(at.rest()), frame) ? Found::Frame : Found::Nothing;
  }

  // "till_price+0x12/0x40", or nothing.
  static bool read_name(std::string_view text, Frame& frame) {
    if (text.empty()) return true;
    const auto name = take_before(text, "+0x");
    if (!name || name->empty() || name->contains(' ')) return false;
    frame.symbol = *name;
    frame.readable = true;
    return true;
  }

  std::string app_;
  bool is_stack_ = false;
};

}  // namespace

std::unique_ptr<Format> trusty_stack() { return std::make_unique<TrustyStack>(); }

}  // namespace symkit::crashlog
