// Stacks with several lines each, as bcc's profile, offcputime and stackcount print them: the frames,
// innermost first, the kernel's before the program's; the process; and the amount. Frames are in any of
// the formats of logs:
//       do_exit+0x56
//       --
//       0x00007f3a2c4019db take+0x5 (/srv/app/basket+0x1190)
//       -                basket (4711)
//           12
#include <ranges>

#include "answers/rewrite/walk_through.h"
#include "ground/base/each_line.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "logs/crashlog/bcc_frame.h"
#include "reports/profile/place.h"
#include "reports/profile/stack_builder.h"
#include "reports/profile/text_profile.h"

namespace symkit::profile {
namespace {

bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

// The name in "basket (4711)" or "basket [4711]".
std::string_view before_number(std::string_view text, char open, char close) {
  const std::size_t at = text.rfind(open);
  if (at == std::string_view::npos || at == 0 || !text.ends_with(close)) return {};
  const bool has_number = whole_number<std::int64_t>(text.substr(at + 1, text.size() - at - 2)).has_value();
  return has_number ? trimmed(text.substr(0, at)) : std::string_view();
}

std::string_view process_in(std::string_view text) {
  if (text.starts_with("- ")) return before_number(trimmed(text.substr(1)), '(', ')');
  return crashlog::without_quotes(before_number(text, '[', ']'));
}

std::string_view without_number(std::string_view text) {
  return text.starts_with('#') ? trimmed(text.substr(std::min(text.find(' '), text.size()))) : text;
}

// "0x00007f3a2c4019db take+0x5", as libbpf's tools print it without -v. Windows' logs have a module there.
bool names_function_alone(std::string_view text) {
  crashlog::Frame frame;
  return !read_bcc_frame(text, frame) && frame.runtime_address && frame.symbol_offset;
}

class CountedStacksVisitor : public rewrite::Visitor {
 public:
  void pass(std::string_view bytes) override {
    each_line(bytes, [&](std::string_view line) { take(line); });
  }
  void frames(rewrite::FramesOfLine& line) override {
    const std::string_view text = without_number(trimmed(line.line().text));
    if (names_function_alone(text)) return take_words(text);
    take_frame(line.frame(), text);
  }
  void document_line(const rewrite::DocumentLine&) override {}

  Result<Profile> finish() {
    if (builder_.empty()) return fail("has no stacks that symprof can read");
    return builder_.finish();
  }

 private:
  void take(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (!is_indented(line))
      take_heading(text);
    else if (const auto count = whole_number<std::int64_t>(text))
      end_sample(*count);
    else if (const std::string_view process = process_in(text); !process.empty())
      process_ = process;
    else if (text == "--")
      in_kernel_ = true;
    else if (!text.empty())
      take_words(without_number(crashlog::without_quotes(text)));
  }

  void take_heading(std::string_view text) {
    if (text.contains("off-CPU time (us)")) builder_.count("off-cpu", "microseconds");
  }

  void take_words(std::string_view text) {
    crashlog::Frame frame;
    read_bcc_frame(text, frame);
    take_frame(frame, text);
  }

  // The innermost frames of the kernel and of the program are exact; all others are return addresses.
  void take_frame(FrameReference frame, std::string_view text) {
    const bool is_of_kernel = frame.runtime_address >= highest_half;
    const bool is_exact = stack_.empty() || (in_kernel_ && !is_of_kernel);
    if (frame.address_of != AddressOf::Call)
      frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
    in_kernel_ = is_of_kernel;
    stack_.push_back(builder_.location_of_text(text, frame));
  }

  void end_sample(std::int64_t count) {
    if (!process_.empty()) stack_.push_back(builder_.location_called(process_, true));
    if (!stack_.empty()) builder_.add_sample(std::move(stack_), {}, count, 0);
    stack_.clear();
    process_.clear();
    in_kernel_ = false;
  }

  StackBuilder builder_;
  std::vector<std::uint32_t> stack_;
  std::string process_;
  bool in_kernel_ = false;
};

}  // namespace

bool looks_like_counted_stacks(std::string_view beginning) {
  bool is_behind_frame = false;
  for (const auto part : std::views::split(beginning, '\n')) {
    const std::string_view line(part.begin(), part.end());
    if (is_behind_frame && is_indented(line) && whole_number<std::int64_t>(trimmed(line))) return true;
    is_behind_frame = is_indented(line);
  }
  return false;
}

Result<Profile> read_counted_stacks(io::Input& input) {
  CountedStacksVisitor visitor;
  const auto walked = rewrite::walk_through(visitor, input, {}, [] { return false; });
  if (!walked) return fail(walked.error());
  return visitor.finish();
}

}  // namespace symkit::profile
