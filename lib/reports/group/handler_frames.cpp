#include "reports/group/handler_frames.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace symkit::group {
namespace {

constexpr std::size_t deepest_handler = 5;  // frames of handlers, and of what they print with
constexpr std::size_t before_mark = 3;      // between a handler that is known and the mark

// The kernel returns from a handler to a trampoline in one of these; backtrace() finds no name for it.
bool has_trampoline(std::string_view image) {
  constexpr auto images = std::to_array<std::string_view>(
      {"libc.so*", "libc-*.so", "libpthread*", "linux-vdso*", "linux-gate*", "[vdso]", "ld-musl*"});
  return std::ranges::any_of(images, [&](std::string_view one) { return fits(image, one); });
}

// These call a program's functions from within the C library, too.
bool calls_back(std::string_view function) {
  return function == "exit" || function == "__run_exit_handlers" || function.ends_with("pthread_once");
}

// Whether the code that the signal interrupted follows: the program's own, or how it ended itself.
bool is_followed_by_own(std::span<const ShownFrame> behind, const Judge& judge) {
  for (const ShownFrame& frame : behind) {
    const Verdict verdict = judge(frame);
    if (verdict == Verdict::Own) return true;
    if (verdict != Verdict::Skip || !judge.site(frame).is_named() || calls_back(judge.site(frame).name))
      return false;
  }
  return false;
}

// Whether nothing is known of the frame, as of code that is made at run time.
bool is_unknown(const Site& site) {
  return !site.is_named() && site.image.empty() && (site.key.empty() || site.is_page_offset);
}

bool may_be_trampoline(std::span<const ShownFrame> from, const Judge& judge) {
  constexpr std::size_t beside = 3;
  const Site& site = judge.site(from.front());
  if (site.is_named()) return false;
  if (!is_unknown(site)) return has_trampoline(site.image);
  // Where one frame is unknown because its code is made at run time, its neighbours mostly are, too.
  const auto next = from.subspan(1, std::min(beside, from.size() - 1));
  return std::ranges::none_of(next, [&](const ShownFrame& one) { return is_unknown(judge.site(one)); });
}

// The frames up to a trampoline without a name: frames of the program itself are on both sides.
std::size_t up_to_trampoline(std::span<const ShownFrame> stack, const Judge& judge) {
  bool has_own = false;
  for (std::size_t i = 0; i < std::min(stack.size(), deepest_handler); ++i) {
    const Verdict verdict = judge(stack[i]);
    if (verdict == Verdict::Library || verdict == Verdict::Cut) return 0;
    if (has_own && may_be_trampoline(stack.subspan(i), judge))
      return is_followed_by_own(stack.subspan(i + 1), judge) ? i + 1 : 0;
    has_own = has_own || verdict == Verdict::Own;
  }
  return 0;
}

// The frames up to the outermost function that is known as a handler. Where the stack does not begin with a
// handler, one counts only if it ends the program.
std::size_t up_to_handler(std::span<const ShownFrame> stack, const Judge& judge, bool is_at_crash) {
  std::size_t up_to = 0, counted = 0;
  for (std::size_t i = 0; i < stack.size() && counted < deepest_handler; ++i) {
    const bool is_skipped = judge(stack[i]) == Verdict::Skip;
    if (is_at_crash && !is_skipped && (i == 0 || !judge.may_be_handler(stack[i]))) break;
    if (judge.may_be_handler(stack[i])) up_to = i + 1;
    counted += is_skipped ? 0U : 1U;
  }
  return up_to;
}

// Several marks may follow each other: a printer, and the handler that called it.
std::size_t frames_up_to_mark(std::span<const ShownFrame> stack, const Judge& judge) {
  const auto is_mark = [&](const ShownFrame& frame) { return judge(frame) == Verdict::Signal; };
  const auto first = std::ranges::find_if(stack, is_mark);
  if (first == stack.end()) return 0;
  return static_cast<std::size_t>(std::find_if_not(first, stack.end(), is_mark) - stack.begin());
}

}  // namespace

std::size_t frames_of_handler(std::span<const ShownFrame> stack, const Report& report, const Judge& judge) {
  const std::size_t up_to_mark = frames_up_to_mark(stack, judge);
  // A debugger or a checker begins with the crash.
  const bool is_at_crash = report.from_outside || report.at_crash || report.knows == Knows::Error;
  const std::size_t known = up_to_handler(stack, judge, is_at_crash);
  if (up_to_mark != 0 && (known == 0 || up_to_mark <= known + before_mark)) return up_to_mark;
  if (known != 0) return known;
  if (is_at_crash || report.knows == Knows::Nothing) return 0;
  return up_to_trampoline(stack, judge);
}

}  // namespace symkit::group
