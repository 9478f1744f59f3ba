// symlookup as a replacement for another symbolizer: called by that tool's name, or with --as=NAME first.
#pragma once

#include <string>
#include <vector>

namespace symkit::dropin {

struct Call {
  std::string program;  // as in error messages
  std::vector<std::string> arguments;
};

// The replaced tool's main(); returns the exit status.
using Role = int (*)(const Call&);

// Null if symlookup itself was called. An unknown --as is reported by a role of its own.
Role role_of(int argc, char** argv, Call& call);

}  // namespace symkit::dropin
