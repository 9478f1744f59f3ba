// --summary: how many frames there were, how many were resolved, and why the others were not.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "sourcemap/resolver.h"
#include "sourcemap/stack_line.h"

namespace symkit::smapresolve {

class Summary {
 public:
  void count(const sourcemap::StackFrame& frame, const sourcemap::Answer& answer);
  bool any() const { return seen_ != 0; }
  void print() const;  // on stderr

 private:
  std::size_t seen_ = 0;
  std::size_t resolved_ = 0;
  std::size_t nameless_ = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> missed_;  // by file and reason
};

}  // namespace symkit::smapresolve
