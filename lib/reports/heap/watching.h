// Messages between recorders and the watcher, over a packet socket with an abstract name. Only plain
// records and numbers, for both sides.
#pragma once

#include <cstdint>

namespace symkit::heap::watching {

// Limits the wait for the watcher, whatever has become of it; a heap of many gigabytes takes its time.
inline constexpr int most_seconds = 300;

enum class Request : std::uint32_t {
  Hello = 1,    // a process has begun to record; no reply
  Mark = 2,     // stop the process and write a mark into its recording; the reply means that it may
                // continue. Without a recording's name: the one of its last Hello
  MarkAll = 3,  // the same for all processes that it has started, too; a reply for each, its own first
};

struct Message {
  static constexpr std::uint32_t right_magic = 0x4b4c5753;

  std::uint32_t magic = right_magic;
  Request request = Request::Hello;
  std::uint32_t pid = 0;
  // The thread that waits for the reply, and where the program's own part of its stack ends, with
  // everything to which its registers refer. 0: no thread of that process waits.
  std::uint32_t thread = 0;
  std::uint64_t stack = 0;
  char recording[4096] = {};
  char name[256] = {};
};

enum class Outcome : std::uint32_t { Failed, Done, NotMine };  // NotMine: a process of another run

struct Answer {
  std::uint32_t magic = Message::right_magic;
  Outcome outcome = Outcome::Failed;
  char text[4096] = {};  // the recording, or why it failed
};

}  // namespace symkit::heap::watching
