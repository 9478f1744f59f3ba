// heaptrack's text format, as its own interpreter writes it: strings, places in code, stacks as a tree,
// kinds of allocation, and then each allocation and its end. All numbers are hexadecimal and count from
// 1.
#include <charconv>
#include <map>

#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

constexpr std::uint64_t milliseconds = 1'000'000;

class HeaptrackWriter final : public heap::BlockWatcher {
 public:
  HeaptrackWriter(const Findings& findings, print::Output& out) : findings_(findings), out_(out) {}

  void write_head() {
    out_.write("v 10400 3\nX ");
    out_.write(print::visible(command_of(findings_)));
    out_.write("\nI 1000 0\n");
    for (const Site& site : findings_.sites) {
      const std::uint64_t trace = trace_of(site);
      for (const std::uint32_t stack : site.stacks) traces_.emplace(stack, trace);
    }
  }

  void came(const heap::LiveBlock& block, std::uint64_t time) override {
    if (time / milliseconds != time_) line('c', {time_ = time / milliseconds});
    line('+', {kind_of(block)});
  }
  void went(const heap::LiveBlock& block, std::uint64_t) override { line('-', {kind_of(block)}); }

 private:
  void line(char what, std::initializer_list<std::uint64_t> numbers) {
    std::string text(1, what);
    for (const std::uint64_t number : numbers) {
      char digits[16];
      const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
      text.append(1, ' ').append(digits, end);
    }
    out_.write(text += '\n');
  }

  std::uint64_t string(const std::string& text) {
    if (text.empty()) return 0;
    const auto [place, is_new] = strings_.try_emplace(text, strings_.size() + 1);
    if (is_new) {
      const std::string shown = print::visible(text);
      std::string size = hex(shown.size());
      out_.write(say("s ", std::string_view(size).substr(2), " ", shown, "\n"));
    }
    return place->second;
  }

  std::uint64_t place_of(std::uint32_t number) {
    const auto [place, is_new] = places_.try_emplace(number, places_.size() + 1);
    if (!is_new) return place->second;
    const NamedFrame& frame = findings_.names.frame(number);
    const std::uint64_t image = string(frame.path);
    const std::uint64_t function = string(readable_name(frame));
    const std::uint64_t file = string(frame.file);
    line('i', {number + std::uint64_t{1}, image, function, file, frame.line});
    return place->second;
  }

  // The outermost frame is a child of the root, which is 0.
  std::uint64_t trace_of(const Site& site) {
    std::uint64_t trace = 0;
    for (auto frame = site.frames.rbegin(); frame != site.frames.rend(); ++frame) {
      const std::uint64_t place = place_of(*frame);
      const auto [branch, is_new] = branches_.try_emplace({trace, place}, branches_.size() + 1);
      if (is_new) line('t', {place, trace});
      trace = branch->second;
    }
    return trace;
  }

  std::uint64_t kind_of(const heap::LiveBlock& block) {
    const auto [kind, is_new] = kinds_.try_emplace({block.stack, block.size}, kinds_.size());
    if (is_new) {
      const auto trace = traces_.find(block.stack);
      line('a', {block.size, trace == traces_.end() ? 0 : trace->second});
    }
    return kind->second;
  }

  const Findings& findings_;
  print::Output& out_;
  std::uint64_t time_ = 0;
  std::map<std::string, std::uint64_t> strings_;
  std::map<std::uint32_t, std::uint64_t> places_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> branches_;
  std::map<std::uint32_t, std::uint64_t> traces_;  // by stack
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> kinds_;
};

}  // namespace

Result<void> write_heaptrack(const Findings& findings, print::Output& out) {
  if (findings.replay.sample != 0)
    return fail(
        "heaptrack's format lists every allocation, but this recording has samples only: use pprof, "
        "speedscope or "
        "html");
  HeaptrackWriter writer(findings, out);
  writer.write_head();
  heap::Damage same;
  heap::replay(findings.recording, same, findings.replay.last_sequence, &writer);
  return {};
}

}  // namespace symkit::symleak
