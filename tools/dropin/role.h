// symlookup in the place of another symbolizer: called by that one's name, or with --as=NAME first.
#pragma once

#include <string>
#include <vector>

namespace symkit::dropin {

struct Call {
  std::string program;  // as complaints name it
  std::vector<std::string> arguments;
};

// What main() is of the tool that was called; its result is the exit status.
using Role = int (*)(const Call&);

// Null where symlookup itself was called. An unknown --as is told, and is a role of its own.
Role role_of(int argc, char** argv, Call& call);

}  // namespace symkit::dropin
