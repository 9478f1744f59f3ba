// Python functions, found in the memory of interpreters.
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "interpreter_of.h"

using namespace symkit::python;

namespace {

// "4711: total /srv/till.py:10 main /srv/till.py:11; …"
std::string described(const Stacks& stacks) {
  std::string text;
  for (const Run& run : stacks.runs) {
    if (!text.empty()) text += "; ";
    text += std::to_string(run.thread) + ':';
    for (const Frame& frame : run.frames)
      text += " " + frame.function->name + ' ' + frame.function->file + ':' + std::to_string(frame.line);
  }
  return text;
}

// Two loops: total and serve in the inner one, main in the outer one. Returns what the thread has.
std::uint64_t two_loops(InterpreterOf& made) {
  const std::uint64_t main = made.entry(made.code("main"), 0);
  const std::uint64_t serve = made.entry(made.code("Till.serve"), main);
  const std::uint64_t total = made.frame(made.code("total"), serve, 4);
  if (!made.layout.loop) return total;
  const std::uint64_t root = made.loop(0, 0);
  return made.loop(total, made.layout.frame.is_entry ? made.loop(main, root) : root);
}

constexpr std::string_view of_two_loops =
    "7: total /srv/till.py:12 Till.serve /srv/till.py:11; 7: main /srv/till.py:11";

using Make = InterpreterOf (*)();
const std::vector<Make> versions = {
    [] { return InterpreterOf(0x030b07f0); },
    [] { return InterpreterOf(0x030c01f0); },
    [] { return InterpreterOf(OwnOffsets{.version = 0x030d00f0}); },
    [] { return InterpreterOf(OwnOffsets{.version = 0x030e00f0}); },
    [] { return InterpreterOf(OwnOffsets{.version = 0x030e00f0, .is_without_lock = true}); },
};

}  // namespace

TEST_CASE("loops and the functions that they run, of each version") {
  for (const Make make : versions) {
    InterpreterOf made = make();
    CAPTURE(made.interpreter.version);
    made.thread(7, two_loops(made));
    CHECK(described(made.read()) == of_two_loops);
  }
}

TEST_CASE("a loop says where its native frame is") {
  InterpreterOf old(0x030b07f0);
  const std::uint64_t loop = two_loops(old);
  old.thread(7, loop);
  CHECK(old.read().runs.at(0).place == loop);
  InterpreterOf made(OwnOffsets{});
  made.thread(7, two_loops(made));
  CHECK(made.read().runs.at(0).place == made.last_native);
}

TEST_CASE("several threads, and those without a function") {
  for (const Make make : versions) {
    InterpreterOf made = make();
    const std::uint64_t current = two_loops(made);
    made.thread(7, current, made.thread(8, 0));
    CHECK(described(made.read()) == of_two_loops);
  }
}

TEST_CASE("names of all alphabets") {
  for (const Make make : versions) {
    InterpreterOf made = make();
    const std::uint64_t file = made.wide_text({0x4eba, '.', 'p', 'y'}, 2);
    const std::uint64_t code = made.code(made.wide_text({0xe4, 'b'}, 1), file, "\xe8\x02", 5);
    const std::uint64_t entry = made.entry(made.code(made.wide_text({0x1f40d}, 4), file, "", 5), 0);
    const std::uint64_t frame = made.frame(code, entry);
    made.thread(1, made.layout.loop ? made.loop(frame, made.loop(0, 0)) : frame);
    CHECK(described(made.read()) == "1: \u00e4b \u4eba.py:6 \U0001f40d \u4eba.py:0");
  }
}

TEST_CASE("a function that has not begun is at its first line, and one that runs other code has none") {
  InterpreterOf made(OwnOffsets{});
  const std::uint64_t code = made.code("total");
  const std::uint64_t frame = made.frame(code, made.entry(code, 0));
  made.thread(1, frame);
  const std::uint64_t instructions = code + made.layout.code.instructions;
  made.memory.set(frame + made.layout.frame.instruction, instructions - 2);
  CHECK(made.read().runs.at(0).frames.at(0).line == 10);
  for (const std::uint64_t elsewhere : {instructions - 4, instructions + 128, std::uint64_t{0}}) {
    made.memory.set(frame + made.layout.frame.instruction, elsewhere);
    CHECK(made.read().runs.at(0).frames.at(0).line == 0);
  }
}

TEST_CASE("without the lock a thread may run a copy of the code") {
  InterpreterOf made(OwnOffsets{.version = 0x030e00f0, .is_without_lock = true});
  const std::uint64_t code = made.code("total"), copies = made.room(64), copy = made.room(128);
  made.memory.set(code + *made.layout.code.copies, copies);
  made.memory.set(copies, 2);
  made.memory.set(copies + 16, copy);
  const std::uint64_t frame = made.frame(code, made.entry(code, 0));
  made.memory.set(frame + made.layout.frame.instruction, copy + 8);
  made.memory.set(frame + *made.layout.frame.copy_index, 1, 4);
  made.thread(1, frame);
  CHECK(made.read().runs.at(0).frames.at(0).line == 12);
  made.memory.set(frame + *made.layout.frame.copy_index, 2, 4);
  CHECK(made.read().runs.at(0).frames.at(0).line == 0);
}

TEST_CASE("the interpreter's own code is no function") {
  InterpreterOf made(OwnOffsets{});
  const std::uint64_t own = made.code(made.text("__init__"), made.text(""), "", 0);
  made.thread(1, made.frame(made.code("total"), made.frame(own, made.entry(made.code("main"), 0))));
  CHECK(described(made.read()) == "1: total /srv/till.py:11 main /srv/till.py:11");
}

TEST_CASE("what is broken is left out, with all that depends on it") {
  for (const Make make : versions) {
    InterpreterOf made = make();
    const std::uint64_t total = made.code("total"), serve = made.code("serve");
    const std::uint64_t main = made.entry(made.code("main"), 0), entry = made.entry(serve, main);
    const std::uint64_t frame = made.frame(total, entry);
    if (made.layout.frame.is_entry)
      made.thread(1, made.loop(frame, made.loop(main, made.loop(0, 0))));
    else
      made.thread(1, made.layout.loop ? made.loop(frame, 0) : frame);
    CHECK(made.read().runs.size() == 2);
    const auto runs_with = [&](std::uint64_t address, std::uint64_t value) {
      const std::uint64_t before = *made.memory.number(address, 8);
      made.memory.set(address, value);
      const std::size_t count = made.read().runs.size();
      made.memory.set(address, before);
      return count;
    };
    CHECK(runs_with(serve + made.layout.type, 0x12345) == 0);
    CHECK(runs_with(serve + made.layout.code.name, 0x12345678) == 0);
    CHECK(runs_with(serve + made.layout.code.file, serve) == 0);
    CHECK(runs_with(serve + made.layout.code.line_table, UINT64_MAX - 8) == 0);
    CHECK(runs_with(frame + made.layout.frame.previous, frame) == 0);
    CHECK(runs_with(frame + made.layout.frame.previous, UINT64_MAX - 3) == 0);
    CHECK(runs_with(entry + made.layout.frame.previous, frame) == 0);
    CHECK(runs_with(made.main + made.layout.first_thread, 0x99) == 0);
    CHECK(runs_with(made.main + made.layout.next_interpreter, made.main) == 2);
    CHECK(runs_with(made.interpreter.runtime + made.layout.first_interpreter, UINT64_MAX) == 0);
  }
}

TEST_CASE("a million frames") {
  constexpr std::size_t count = 1'200'000;
  InterpreterOf made(OwnOffsets{}, count * InterpreterOf::size_of_frame + (1 << 18));
  const std::uint64_t code = made.code("deep");
  std::uint64_t frame = made.entry(code, 0);
  for (std::size_t i = 1; i < count; ++i) frame = made.frame(code, frame);
  made.thread(1, frame);
  CHECK(made.read().runs.empty());
}

TEST_CASE("versions that are not known, and lists that cannot be") {
  const FlatMemory memory(1 << 12);
  for (const std::uint64_t version : {0x030a00f0U, 0x030d00f0U, 0x030e00f0U, 0x030f00f0U, 0U})
    CHECK(!layout_of(memory, FlatMemory::begin, version));
  InterpreterOf own(OwnOffsets{});
  CHECK(layout_of(own.memory, own.interpreter.runtime, 0x030b00f0)->frame.previous == 8);
  own.memory.set(own.interpreter.runtime + 31 * 8, UINT64_MAX);
  CHECK(!layout_of(own.memory, own.interpreter.runtime, 0));
  own.memory.set(own.interpreter.runtime + 8, 0x030f00f0);
  CHECK(!layout_of(own.memory, own.interpreter.runtime, 0));
}
