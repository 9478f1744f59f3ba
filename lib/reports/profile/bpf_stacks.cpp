// The output of bcc's profile, offcputime and stackcount, with several lines for each stack: the frames,
// innermost first, the kernel's before the program's; the process; and the amount:
//       do_exit+0x56
//       --
//       0x00007f3a2c4019db take+0x5 (/srv/app/basket+0x1190)
//       -                basket (4711)
//           12
#include <ranges>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/lines.h"
#include "reports/profile/bpf_frame.h"
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
  return without_quotes(before_number(text, '[', ']'));
}

class BpfStacks {
 public:
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
      take_frame(without_quotes(text));
  }

  Result<Profile> finish() {
    if (builder_.empty()) return fail("has no stacks that symprof knows");
    return builder_.finish();
  }

 private:
  void take_heading(std::string_view text) {
    if (text.contains("off-CPU time (us)")) builder_.count("off-cpu", "microseconds");
  }

  // The innermost frames of the kernel and of the program are exact; all others are return addresses.
  void take_frame(std::string_view text) {
    if (text.starts_with('#')) text = trimmed(text.substr(std::min(text.find(' '), text.size())));
    const auto exact_if = [](bool is_so) { return is_so ? AddressOf::Instruction : AddressOf::Return; };
    const auto frame =
        take_bpf_frame(builder_, text, exact_if(stack_.empty()), exact_if(stack_.empty() || in_kernel_));
    in_kernel_ = frame && frame->is_of_kernel;
    stack_.push_back(frame ? frame->location : builder_.location_called(text));
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

bool looks_like_bpf_stacks(std::string_view beginning) {
  bool is_behind_frame = false;
  for (const auto part : std::views::split(beginning, '\n')) {
    const std::string_view line(part.begin(), part.end());
    if (is_behind_frame && is_indented(line) && whole_number<std::int64_t>(trimmed(line))) return true;
    is_behind_frame = is_indented(line);
  }
  return false;
}

Result<Profile> read_bpf_stacks(io::Input& input) {
  BpfStacks stacks;
  io::Lines lines(input);
  for (;;) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    stacks.take((*line)->text);
  }
  return stacks.finish();
}

}  // namespace symkit::profile
