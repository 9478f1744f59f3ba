// One crash as a log tells of it: why the program stopped, and the stacks that were shown of that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/group/circumstances.h"
#include "reports/group/meaning.h"
#include "reports/group/sites.h"

namespace symkit::group {

struct ShownFrame {
  SiteNumber site = 0;
  std::uint32_t line = 0;
  bool inlined = false;  // into the one that comes next
};

struct Stack {
  static constexpr std::size_t most_frames = 512;  // of those that tell it, none is deeper

  Role role = Role::Crash;
  std::string thread = {};
  std::vector<ShownFrame> frames = {};  // the innermost first
  std::uint64_t left_out = 0;           // frames beyond that
  bool innermost_last = false;          // as the log has them; turned round when the stack is complete
};

// Where in what was read.
struct Place {
  std::string log = {};    // its name; empty: standard input
  std::uint64_t line = 0;  // from 1
};

struct Report {
  Knows knows = Knows::Nothing;
  std::string kind = {};
  std::string access = {};
  std::string message = {};
  bool message_tells = false;
  bool from_outside = false;  // a debugger or the system has told it
  bool panicked = false;      // a kernel that has told of its fault, and stops because of that
  Exception exception = Exception::None;
  std::string process = {};  // its number
  std::string program = {};
  std::string file = {};  // where, as the reason says
  std::uint32_t line = 0;
  std::vector<Stack> stacks = {};
  Circumstances circumstances = {};
  Place place;

  bool has_frames() const;
};

}  // namespace symkit::group
