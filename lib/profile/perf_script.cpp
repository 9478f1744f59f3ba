// What `perf script` prints: a line that begins a sample, "kiosk 4711 [001] 12.512345: 250000 cpu-clock:",
// its frames below it, an empty line. The lines between are whatever the user asked perf to print beside.
#include <algorithm>
#include <charconv>

#include "base/words.h"
#include "profile/stack_builder.h"
#include "profile/text_profile.h"
#include "rewrite/walk_through.h"

namespace symkit::profile {
namespace {

struct Heading {
  std::string_view command;
  std::string_view event;
  std::int64_t period = 1;
};

bool is_number(std::string_view text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// A word of digits and a point, as times are: "12.512345".
bool is_time(std::string_view word) {
  return word.contains('.') && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string_view next_word(std::string_view& text) {
  text = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

// The process's name is all before its number, blanks too. What stands behind the time is a period and the
// event, or the event alone.
std::optional<Heading> read_heading(std::string_view line) {
  std::size_t time_begin = 0;
  std::string_view rest = line, before;
  while (!rest.empty()) {
    const std::string_view word = next_word(rest);
    if (word.ends_with(':') && is_time(word.substr(0, word.size() - 1))) {
      time_begin = static_cast<std::size_t>(word.data() - line.data());
      break;
    }
  }
  if (time_begin == 0) return std::nullopt;
  Heading heading;
  for (before = trimmed(line.substr(0, time_begin)); !before.empty();) {
    const std::size_t blank = before.find_last_of(" \t");
    const std::string_view word = blank == std::string_view::npos ? before : before.substr(blank + 1);
    if (word.find_first_not_of("0123456789/[]-") != std::string_view::npos || blank == std::string_view::npos)
      break;
    before = trimmed(before.substr(0, blank));
  }
  heading.command = before;
  std::string_view after = rest;
  const std::string_view first = next_word(after);
  if (is_number(first, heading.period)) rest = after;
  heading.event = trimmed(rest);
  heading.event = heading.event.substr(0, heading.event.find_first_of(" \t"));
  while (heading.event.ends_with(':')) heading.event.remove_suffix(1);
  return heading;
}

class PerfScriptVisitor : public rewrite::Visitor {
 public:
  void pass(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
      take_line(bytes.substr(0, end));
      bytes.remove_prefix(end);
    }
  }
  void context(std::string_view line, std::uint64_t) override { take_line(line); }
  void document_line(const rewrite::DocumentLine&) override {}
  void frames(rewrite::FramesOfLine& line) override {
    do stack_.push_back(builder_.location_of(line.frame()));
    while (line.next());
    has_frames_ = true;
  }

  Result<Profile> finish() {
    end_sample();
    if (!has_frames_) return fail("has no stacks that symprof knows");
    return builder_.finish();
  }

 private:
  void take_line(std::string_view line) {
    if (trimmed(line).empty()) return end_sample();
    const bool is_indented = line.front() == ' ' || line.front() == '\t';
    const auto heading = read_heading(line);
    if (heading && !line.contains("PERF_RECORD_")) {
      end_sample();
      begin_sample(*heading);
    } else if (is_indented && is_open_) {
      take_unknown_frame(trimmed(line));
    }
  }

  void begin_sample(const Heading& heading) {
    is_open_ = true;
    command_ = heading.command;
    event_ = heading.event;
    period_ = heading.period;
  }

  // A frame with no more than an address, or that is not known to any log: "bebc200 [unknown] ([unknown])".
  void take_unknown_frame(std::string_view text) {
    std::string_view rest = text;
    const std::string_view address = next_word(rest);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(address.data(), address.data() + address.size(), number, 16);
    if (error != std::errc() || end != address.data() + address.size()) return;
    rest = trimmed(rest);
    const std::size_t group = rest.rfind(" (");
    std::string_view symbol = rest.substr(0, group);
    symbol = symbol.substr(0, symbol.rfind("+0x"));
    if (symbol.empty() || symbol == "[unknown]")
      stack_.push_back(
          builder_.location_at(number, stack_.empty() ? AddressOf::Instruction : AddressOf::Return));
    else
      stack_.push_back(builder_.location_called(symbol));
  }

  void end_sample() {
    if (is_open_ || !stack_.empty()) {
      if (!command_.empty()) stack_.push_back(builder_.location_called(command_, true));
      builder_.add_sample(std::move(stack_), event_, 1, period_);
    }
    stack_.clear();
    command_.clear();
    event_.clear();
    period_ = 1;
    is_open_ = false;
  }

  StackBuilder builder_;
  std::vector<std::uint32_t> stack_;
  std::string command_;
  std::string event_;
  std::int64_t period_ = 1;
  bool is_open_ = false;
  bool has_frames_ = false;
};

}  // namespace

Result<Profile> read_perf_script(io::Input& input) {
  PerfScriptVisitor visitor;
  const auto walked = rewrite::walk_through(visitor, input, {}, [] { return false; });
  if (!walked) return fail(walked.error());
  return visitor.finish();
}

}  // namespace symkit::profile
