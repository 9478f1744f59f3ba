// The output of `perf script`: a line that begins a sample, "kiosk 4711 [001] 12.512345: 250000
// cpu-clock:", its frames below it, an empty line. Other lines are further output that the user requested
// from perf.
#include <algorithm>

#include "answers/rewrite/walk_through.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "reports/profile/stack_builder.h"
#include "reports/profile/text_profile.h"

namespace symkit::profile {
namespace {

struct Heading {
  std::string_view command = {};
  std::string_view event = {};
  std::optional<std::int64_t> period = {};
};

// A word of digits and a point, like times: "12.512345".
bool is_time(std::string_view word) {
  return word.contains('.') && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string_view next_word(std::string_view& text) {
  text = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

// The name in "Web Content 4711/4712 [001]".
std::string_view without_numbers(std::string_view text) {
  for (;;) {
    const std::size_t blank = text.find_last_of(" \t");
    if (blank == std::string_view::npos) return text;
    if (text.find_first_not_of("0123456789/[]-", blank + 1) != std::string_view::npos) return text;
    text = trimmed(text.substr(0, blank));
  }
}

// "kiosk 4711/4711 cpu-clock:u:", from `-F` without time.
std::optional<Heading> read_heading_without_time(std::string_view line) {
  if (line.empty() || line.front() == ' ' || line.front() == '\t') return std::nullopt;
  line = trimmed(line);
  const std::size_t blank = line.find_last_of(" \t");
  if (blank == std::string_view::npos || !line.ends_with(':')) return std::nullopt;
  const std::string_view before = trimmed(line.substr(0, blank));
  Heading heading{.command = without_numbers(before), .event = line.substr(blank + 1)};
  if (heading.command.size() == before.size()) return std::nullopt;
  while (heading.event.ends_with(':')) heading.event.remove_suffix(1);
  return heading;
}

// The process's name is everything before its number, including blanks. After the time there are a period
// and the event, or only the event.
std::optional<Heading> read_heading(std::string_view line) {
  std::size_t time_begin = 0;
  std::string_view rest = line;
  while (!rest.empty()) {
    const std::string_view word = next_word(rest);
    if (word.ends_with(':') && is_time(word.substr(0, word.size() - 1))) {
      time_begin = static_cast<std::size_t>(word.data() - line.data());
      break;
    }
  }
  if (time_begin == 0) return read_heading_without_time(line);
  Heading heading{.command = without_numbers(trimmed(line.substr(0, time_begin)))};
  std::string_view after = rest;
  const std::string_view first = next_word(after);
  if (std::int64_t period = 0; read_whole(first, period)) {
    heading.period = period;
    rest = after;
  }
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
  void document_line(const rewrite::DocumentLine&) override {}
  // A sample without a stack is a single line. Frames in other logs are not profiles.
  void frames(rewrite::FramesOfLine& line) override {
    const std::string_view text = line.line().text;
    const auto heading = read_heading(text);
    if (!heading && !is_frame_of_stack(text)) return;
    if (heading) {
      end_sample();
      begin_sample(*heading);
    }
    take_frame(line.frame());
    has_frames_ = true;
    if (heading) end_sample();
  }

  Result<Profile> finish() {
    end_sample();
    if (!has_frames_) return fail("has no stacks that symprof can read");
    return builder_.finish();
  }

 private:
  struct Line {
    std::uint64_t address = 0;
    std::optional<FrameReference> frame = {};  // if an image is known
    std::string_view name = {};
    bool is_inlined = false;
  };

  static bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

  // "    7f3a2c4019db take+0x1b (/srv/app/basket)"
  static bool is_frame_of_stack(std::string_view line) {
    return is_indented(line) && whole_number<std::uint64_t>(next_word(line), 16).has_value();
  }

  void take_line(std::string_view line) {
    if (trimmed(line).empty()) return end_sample();
    const auto heading = read_heading(line);
    if (heading && !line.contains("PERF_RECORD_")) {
      end_sample();
      begin_sample(*heading);
    } else if (is_indented(line) && is_open_) {
      take_unknown_frame(trimmed(line));
    }
  }

  void begin_sample(const Heading& heading) {
    is_open_ = true;
    command_ = heading.command;
    event_ = heading.event;
    period_ = heading.period;
  }

  void take_frame(const FrameReference& frame) {
    lines_.push_back({.address = frame.runtime_address.value_or(0), .frame = builder_.kept(frame)});
    lines_.back().name = lines_.back().frame->symbol;
  }

  // A frame with only an address, or of a form that logs do not have: "bebc200 [unknown] ([unknown])",
  // "2ef3 Heavy::work+0x83 (inlined)".
  void take_unknown_frame(std::string_view text) {
    std::string_view rest = text;
    const std::string_view written = next_word(rest);
    const auto address = whole_number<std::uint64_t>(written, 16);
    if (!address) return;
    rest = trimmed(rest);
    const std::size_t group = rest.rfind(" (");
    std::string_view symbol = rest.substr(0, group);
    symbol = symbol.substr(0, symbol.rfind("+0x"));
    if (symbol == "[unknown]") symbol = {};
    lines_.push_back(
        {.address = *address, .name = builder_.kept(symbol), .is_inlined = rest.ends_with(" (inlined)")});
  }

  // perf prints a line for each call that was inlined at an address, and after or even before them one
  // for the function itself: all of them are one location. A recursive function has the same lines again.
  void make_stack() {
    for (std::size_t begin = 0, end = 0; begin < lines_.size(); begin = end) {
      bool has_inlined = false;
      for (end = begin; end < lines_.size() && lines_[end].address == lines_[begin].address; ++end)
        has_inlined = has_inlined || lines_[end].is_inlined;
      const auto run = std::span(lines_).subspan(begin, end - begin);
      const std::size_t size = has_inlined ? repeated_size(run) : 1;
      for (std::size_t at = 0; at < run.size(); at += size) push_location(run.subspan(at, size));
    }
  }

  // The size of the shortest part of which all lines are a repetition.
  static std::size_t repeated_size(std::span<const Line> lines) {
    for (std::size_t size = 1; size <= lines.size() / 2; ++size) {
      if (lines.size() % size != 0) continue;
      const auto same = [](const Line& one, const Line& other) {
        return one.name == other.name && one.is_inlined == other.is_inlined;
      };
      if (std::ranges::equal(lines.first(lines.size() - size), lines.subspan(size), same)) return size;
    }
    return lines.size();
  }

  void push_location(std::span<const Line> lines) {
    std::vector<std::string_view> names;
    for (const Line& line : lines) names.push_back(line.name);
    const auto whole = std::ranges::find_if(lines, [](const Line& line) { return line.frame.has_value(); });
    if (whole != lines.end()) {
      stack_.push_back(builder_.location_of(*whole->frame, names));
      return;
    }
    for (const Line& line : lines) {
      if (line.name.empty())
        stack_.push_back(
            builder_.location_at(line.address, stack_.empty() ? AddressOf::Instruction : AddressOf::Return));
      else
        stack_.push_back(builder_.location_called(line.name));
    }
  }

  void end_sample() {
    make_stack();
    if (is_open_ || !stack_.empty()) {
      if (!command_.empty()) stack_.push_back(builder_.location_called(command_, true));
      builder_.add_sample(std::move(stack_), event_, 1, period_);
    }
    lines_.clear();
    stack_.clear();
    command_.clear();
    event_.clear();
    period_.reset();
    is_open_ = false;
  }

  StackBuilder builder_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> stack_;
  std::string command_;
  std::string event_;
  std::optional<std::int64_t> period_;
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
