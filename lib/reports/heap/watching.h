// What recorders and the watcher say to each other, over a socket of packets whose name is not a file's.
// Plain records and numbers, for both sides.
#pragma once

#include <cstdint>

namespace symkit::heap::watching {

// Nobody is to wait for ever, whatever has become of the watcher; a heap of many gigabytes takes its time.
inline constexpr int most_seconds = 300;

enum class Request : std::uint32_t {
  Hello = 1,  // a process has begun to record; no answer
  Mark = 2,   // stop the process, and put a mark into its recording; answered when it may go on. Without the
              // name of a recording: into the one that it said hello for last
  MarkAll = 3,  // the same of all that the process has started, too; an answer for each, its own first
};

struct Message {
  static constexpr std::uint32_t right_magic = 0x4b4c5753;

  std::uint32_t magic = right_magic;
  Request request = Request::Hello;
  std::uint32_t pid = 0;
  // Of the thread that waits for the answer: where the program's own part of its stack ends, with all that
  // its registers lead to. 0: nobody of that process waits.
  std::uint32_t thread = 0;
  std::uint64_t stack = 0;
  char recording[4096] = {};
  char name[256] = {};
};

enum class Outcome : std::uint32_t { Failed, Done, NotMine };  // NotMine: another run's process

struct Answer {
  std::uint32_t magic = Message::right_magic;
  Outcome outcome = Outcome::Failed;
  char text[4096] = {};  // the recording, or why it failed
};

}  // namespace symkit::heap::watching
