// Python functions between native frames.
#include "stacks/dumps/python_calls.h"

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"

using namespace symkit;
using namespace symkit::dumps;

namespace {

unwind::Stack stack_of(const std::vector<std::uint64_t>& pointers) {
  unwind::Stack stack;
  for (const std::uint64_t pointer : pointers) stack.frames.push_back({.address = 0x1000, .stack = pointer});
  return stack;
}

class Program {
 public:
  explicit Program(std::string_view file = "/srv/till.py") {
    stacks_.functions.push_back({.name = "total", .file = std::string(file)});
    process_.architecture = Architecture::X86_64;
    process_.threads.push_back({.id = 7});
  }

  void run(std::uint64_t place, std::uint64_t thread, const std::vector<std::uint32_t>& lines) {
    python::Run made{.place = place, .thread = thread, .frames = {}};
    for (const std::uint32_t line : lines) made.frames.push_back({&stacks_.functions.front(), line});
    stacks_.runs.push_back(std::move(made));
  }

  // "0:10 2:20": a frame's number, and the line of the first function that it runs.
  std::string places(const unwind::Stack& stack) const {
    std::string text;
    PythonPlaces found(&stacks_);
    for (const PythonCalls& one : found.in(stack, process_.threads.front()))
      text += (text.empty() ? "" : " ") + std::to_string(one.frame) + ':' +
              std::to_string(one.run->frames.front().line);
    return text;
  }

  std::string report(const unwind::Stack& stack, ReportStyle style = {}) const {
    const LoadedImages images(process_, {});
    const Thread& thread = process_.threads.front();
    const std::string text =
        report_of(process_, images, {{{&thread}, stack, PythonPlaces(&stacks_).in(stack, thread)}}, style);
    return text.substr(text.find("backtrace:\n") + 11);
  }

 private:
  python::Stacks stacks_;
  Process process_;
};

}  // namespace

TEST_CASE("a loop's functions belong to the native frame whose part of the stack it is in") {
  Program program;
  program.run(0x2040, 7, {20});
  program.run(0x1000, 7, {10});
  program.run(0x1fff, 7, {15});
  program.run(0x2020, 7, {});
  CHECK(program.places(stack_of({0x1000, 0x1800, 0x2000, 0x3000})) == "0:10 1:15 2:20");
  CHECK(program.places(stack_of({})).empty() == false);
}

TEST_CASE("loops in no native frame are its thread's if the thread is theirs") {
  Program program;
  program.run(0x1010, 7, {10});
  program.run(0x5000, 7, {30});
  program.run(0x6000, 8, {40});
  program.run(0x800, 7, {50});
  CHECK(program.places(stack_of({0x1000, 0x1800})) == "0:10 2:30");
}

TEST_CASE("a signal's other stack") {
  Program program;
  program.run(0x9010, 7, {10});
  program.run(0x1810, 7, {20});
  CHECK(program.places(stack_of({0x9000, 0x9800, 0x1000, 0x1800, 0x2000})) == "0:10 3:20");
}

TEST_CASE("a report has them as Python's faulthandler writes them, before the frame that runs them") {
  Program program("/srv/ti\nll.py");
  program.run(0x1010, 7, {10, 0});
  const unwind::Stack stack = stack_of({0x1000, 0x1800});
  CHECK(program.report(stack) ==
        "      File \"/srv/ti\\nll.py\", line 10 in total\n"
        "      File \"/srv/ti\\nll.py\", line ??? in total\n"
        "      #00 pc 0000000000001000  <unknown>\n"
        "      #01 pc 0000000000001000  <unknown>\n");
  CHECK(program.report(stack, {.with_folders = false})
            .starts_with("      File \"ti\\nll.py\", line 10 in total\n"));
}

TEST_CASE("a deep recursion is not told as a whole") {
  Program program;
  program.run(0x1010, 7, std::vector<std::uint32_t>(1000, 3));
  CHECK(program.report(stack_of({0x1000, 0x1800})).contains("      … 700 Python functions left out …\n"));
}

TEST_CASE("code that was made while the program ran has a name by its list") {
  JitNames names;
  names.add("");
  names.add("not a list");
  names.add("1000 10 JS:*total /srv/till.js:12:3\n2000 10 int Till.serve(int)\n");
  CHECK(!names.at(0x3000));
  const Program program;
  unwind::Stack stack;
  for (const std::uint64_t address : {0x1004U, 0x2004U, 0x3004U})
    stack.frames.push_back({.address = address});
  CHECK(program.report(stack, {.jit = &names})
            .starts_with("      #00 pc 0000000000001004 total (in /srv/till.js) + 4\n"
                         "      #01 pc 0000000000002004 int Till.serve(int) (in [JIT]) + 4\n"
                         "      #02 pc 0000000000003004  <unknown>\n"));
  CHECK(program.report(stack, {.with_folders = false, .jit = &names}).contains("total (in till.js) + 4\n"));
}
