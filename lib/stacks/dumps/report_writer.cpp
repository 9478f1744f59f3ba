#include "stacks/dumps/report_writer.h"

#include <algorithm>
#include <utility>

#include "ground/base/object_path.h"
#include "ground/base/return_address.h"
#include "ground/print/visible.h"

namespace symkit::dumps {
namespace {

// Its frames tell no group: tests/unit/logs/crashlog/android_tombstone_test.cpp
constexpr std::string_view heading_of_guesses = "possible callers (found by searching the stack):";

// Of a deep stack.
constexpr std::size_t most_first = 200, most_last = 100;

}  // namespace

std::string padded_hex(std::uint64_t value, std::size_t digits) {
  std::string text = hex(value).substr(2);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

void ReportWriter::write_others_with(const ThreadStack& one) {
  const std::size_t others = one.threads.size() - 1;
  if (others == 0) return;
  constexpr std::size_t most_named = 8;
  std::string ids;
  for (std::size_t i = 1; i <= std::min(others, most_named); ++i)
    ids += say(i == 1 ? "" : ", ", one.threads[i]->id);
  line("the same stack as ", others, others == 1 ? " other thread: " : " other threads: ", ids,
       others > most_named ? ", …" : "");
}

// As Python's faulthandler writes it, which logs are searched for.
void ReportWriter::write_python(const python::Run& run) {
  const std::size_t count = run.frames.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (count > most_first + most_last && i == most_first) {
      i = count - most_last;
      line("      … ", i - most_first, " Python functions left out …");
    }
    const python::Frame& frame = run.frames[i];
    const std::string_view file = frame.function->file;
    line("      File \"", print::visible(style_.with_folders ? file : without_folders(file)), "\", line ",
         frame.line == 0 ? "???" : say(frame.line), " in ", print::visible(frame.function->name));
  }
}

void ReportWriter::write_frames(const ThreadStack& one) {
  const unwind::Stack& stack = one.stack;
  auto calls = one.python.begin();
  const auto write_calls_in = [&](std::size_t frame) {
    for (; calls != one.python.end() && calls->frame <= frame; ++calls)
      if (calls->frame == frame) write_python(*calls->run);
  };
  const std::size_t count = stack.frames.size();
  bool is_guessed = false;
  for (std::size_t i = 0; i < count; ++i) {
    if (count > most_first + most_last && i == most_first) {
      i = count - most_last;
      line("      … ", i - most_first, " frames left out …");
    }
    const unwind::Frame& frame = stack.frames[i];
    // What follows a guess is one, too.
    if (frame.trust == unwind::Trust::Scan && !std::exchange(is_guessed, true)) line(heading_of_guesses);
    const std::uint64_t place =
        frame.is_return_address ? call_before(frame.address, process_.architecture) : frame.address;
    write_calls_in(i);
    write_frame(i, place, images_.find(place));
  }
  write_calls_in(count);
  if (const std::string why = why_it_ends(stack, images_); !why.empty())
    line("      (", print::visible(why), ")");
}

void ReportWriter::write_annotations() {
  if (process_.annotations.empty()) return;
  line("annotations:");
  for (const Annotation& one : process_.annotations)
    line("      ", one.module.empty() ? "" : print::visible(one.module) + ": ",
         one.key.empty() ? "" : print::visible(one.key) + " = ", print::visible(one.value));
}

std::string ReportWriter::problem_of(const LoadedImage& image) {
  return image.problem.empty() ? "" : say(" (", print::visible(image.problem), ")");
}

void ReportWriter::write_what_is_missing() {
  if (process_.missing_bytes != 0)
    line("(the dump was cut off: ", process_.missing_bytes, " bytes that it promises are missing)");
  if (process_.threads_left_out != 0) line("(", process_.threads_left_out, " more threads are left out)");
}

}  // namespace symkit::dumps
