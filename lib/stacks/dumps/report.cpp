#include "stacks/dumps/report.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "ground/base/architecture.h"
#include "ground/base/object_path.h"
#include "ground/base/return_address.h"
#include "ground/base/words.h"
#include "stacks/dumps/signal_names.h"

namespace symkit::dumps {
namespace {

// Its frames tell no group: tests/unit/logs/crashlog/android_tombstone_test.cpp
constexpr std::string_view heading_of_guesses = "possible callers (found by searching the stack):";

// Of a deep stack.
constexpr std::size_t most_first = 200, most_last = 100;

std::string padded_hex(std::uint64_t value, std::size_t digits) {
  std::string text = hex(value).substr(2);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

class Report {
 public:
  Report(const Process& process, const LoadedImages& images, ReportStyle style)
      : process_(process), images_(images), style_(style) {}

  std::string of(const std::vector<ThreadStack>& stacks) {
    line("*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***");
    line("ABI: '", name_of(process_.architecture), "'");
    bool is_first = true;
    for (const ThreadStack& one : stacks) {
      if (!is_first) line("--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---");
      write_heading(one);
      if (is_first) write_signal();
      write_stack(one.stack);
      is_first = false;
    }
    if (process_.missing_bytes != 0)
      line("(the dump was cut off: ", process_.missing_bytes, " bytes that it promises are missing)");
    if (style_.with_images) write_images();
    return std::move(text_);
  }

 private:
  template <class... Parts>
  void line(const Parts&... parts) {
    text_ += say(parts..., '\n');
  }

  void write_heading(const ThreadStack& one) {
    const std::string name = process_.name.empty() ? std::string("?") : readable(process_.name);
    line("pid: ", process_.id, ", tid: ", one.threads.front()->id, ", name: ", name, "  >>> ", name, " <<<");
    const std::size_t others = one.threads.size() - 1;
    if (others == 0) return;
    constexpr std::size_t most_named = 8;
    std::string ids;
    for (std::size_t i = 1; i <= std::min(others, most_named); ++i)
      ids += say(i == 1 ? "" : ", ", one.threads[i]->id);
    line("the same stack as ", others, others == 1 ? " other thread: " : " other threads: ", ids,
         others > most_named ? ", …" : "");
  }

  void write_signal() {
    if (!process_.signal) {
      line("no signal");
      return;
    }
    const Signal& signal = *process_.signal;
    const std::string_view name = signal_name(signal.number);
    const std::string_view code = signal.code ? signal_code_name(signal.number, *signal.code) : "";
    std::string address = "--------";
    if (signal.address) address = "0x" + padded_hex(*signal.address, digits());
    line("signal ", signal.number, " (", name.empty() ? "?" : name, "), code ",
         signal.code ? say(*signal.code) : "?", " (", code.empty() ? "?" : code, "), fault addr ", address);
  }

  void write_stack(const unwind::Stack& stack) {
    line("backtrace:");
    const std::size_t count = stack.frames.size();
    bool is_guessed = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (count > most_first + most_last && i == most_first) {
        i = count - most_last;
        line("      … ", i - most_first, " frames left out …");
      }
      // What follows a guess is one, too.
      if (stack.frames[i].trust == unwind::Trust::Scan && !std::exchange(is_guessed, true))
        line(heading_of_guesses);
      write_frame(i, stack.frames[i]);
    }
    if (const std::string why = why_it_ends(stack, images_); !why.empty()) line("      (", why, ")");
  }

  void write_frame(std::size_t number, const unwind::Frame& frame) {
    const std::uint64_t place =
        frame.is_return_address ? call_before(frame.address, process_.architecture) : frame.address;
    const std::string count = number < 10 ? say('0', number) : say(number);
    const LoadedImage* const image = images_.find(place);
    text_ += say("      #", count, " pc ",
                 padded_hex(image == nullptr ? place : place - image->bias, digits()), "  ");
    if (image == nullptr) {
      text_ += "<unknown>";
    } else {
      text_ += name_of_image(*image);
      if (!image->id.empty()) text_ += say(" (BuildId: ", image->id.hex(), ")");
    }
    text_ += '\n';
  }

  void write_images() {
    line("images:");
    for (const LoadedImage& image : images_.all())
      line("      ", padded_hex(image.begin, digits()), '-', padded_hex(image.end, digits()), "  ",
           name_of_image(image), image.id.empty() ? "" : say(" (BuildId: ", image.id.hex(), ")"),
           image.problem.empty() ? "" : say(" (", image.problem, ")"));
  }

  std::string name_of_image(const LoadedImage& image) const {
    return readable(style_.with_folders ? std::string_view(image.path) : without_folders(image.path));
  }

  // A dump's own texts do not end lines.
  static std::string readable(std::string_view text) {
    std::string made(text);
    std::ranges::replace_if(
        made, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return made;
  }

  std::size_t digits() const { return has_64_bit_addresses(process_.architecture) ? 16 : 8; }

  const Process& process_;
  const LoadedImages& images_;
  ReportStyle style_;
  std::string text_;
};

}  // namespace

std::string why_it_ends(const unwind::Stack& stack, const LoadedImages& images) {
  if (stack.frames.empty()) return "its registers are not in the dump";
  switch (stack.end) {
    case unwind::End::Outermost: return {};
    case unwind::End::Circle: return "the stack goes on in a circle";
    case unwind::End::TooDeep: return say("more than ", stack.frames.size(), " frames");
    case unwind::End::NoMemory: return "the stack goes on in memory that is not in the dump";
    case unwind::End::NoTable: break;
  }
  const LoadedImage* const image = images.find(stack.frames.back().address);
  if (image == nullptr) return "the last frame is in no image, so its caller is not known";
  if (image->files.empty())
    return say("the stack goes on; ", without_folders(image->path), " is needed to read it",
               image->problem.empty() ? "" : say(": ", image->problem));
  return "nothing tells how to leave the last frame";
}

std::string report_of(const Process& process, const LoadedImages& images,
                      const std::vector<ThreadStack>& stacks, ReportStyle style) {
  return Report(process, images, style).of(stacks);
}

}  // namespace symkit::dumps
