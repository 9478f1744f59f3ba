// One crash as a log reports it: why the program stopped, and the stacks that the log shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logs/crashlog/cause.h"
#include "reports/group/circumstances.h"
#include "reports/group/sites.h"

namespace symkit::group {

using crashlog::Exception;
using crashlog::Knows;
using crashlog::Role;

struct ShownFrame {
  SiteNumber site = 0;
  std::uint32_t line = 0;
  bool inlined = false;  // into the next frame
};

struct Stack {
  static constexpr std::size_t most_frames = 512;  // no frame of a signature is deeper

  Role role = Role::Crashed;
  std::vector<ShownFrame> frames = {};  // innermost first
  std::uint64_t left_out = 0;           // frames beyond that
  bool innermost_last = false;          // in the log's order; reversed when the stack is complete

  bool is_of_crash() const { return role == Role::Crashed || role == Role::Origin; }
};

// A place in the input.
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
  bool jumped = false;          // the address that failed is that of the code
  bool from_outside = false;    // a debugger or the system reported it
  bool at_crash = false;        // its stack begins where the program failed, not with a handler
  std::string_view world = {};  // who reports, if rules are for it: "kernel"
  Role tells = Role::Crashed;   // whose stack tells what went wrong, besides that of the thread that crashed
  bool repeated = false;        // its last form has been read
  bool panicked = false;        // a kernel that has reported its fault and stops because of it
  Exception exception = Exception::None;
  std::string process = {};  // the process number
  std::string program = {};
  std::string context = {};  // of a kernel's report: the task or processor that wrote its first line
  std::string file = {};     // the file that the reason names
  std::uint32_t line = 0;
  std::vector<Stack> stacks = {};
  Circumstances circumstances = {};
  Place place;

  bool has_frames() const;
  // Takes what a line says, if it reveals more than the lines before.
  void learn(const crashlog::Cause& cause);
};

}  // namespace symkit::group
