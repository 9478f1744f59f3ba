// What recorders and the watcher say to each other, over a socket of packets whose name is not a file's.
// Plain records and numbers, for both sides.
#pragma once

#include <cstdint>

namespace symkit::heap::watching {

enum class Request : std::uint32_t {
  Hello = 1,  // a process has begun to record; no answer
  Mark = 2,   // stop the process, and put a mark into its recording; answered when it may go on
};

struct Message {
  static constexpr std::uint32_t right_magic = 0x4b4c5753;

  std::uint32_t magic = right_magic;
  Request request = Request::Hello;
  std::uint32_t pid = 0;
  char recording[4096] = {};
  char name[256] = {};
};

struct Answer {
  std::uint32_t magic = Message::right_magic;
  std::uint32_t is_done = 0;
  char error[512] = {};
};

}  // namespace symkit::heap::watching
