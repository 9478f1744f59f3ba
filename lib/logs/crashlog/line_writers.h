// Who writes the lines of a log, as their prefixes tell it line by line.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace symkit::crashlog {

class LineWriters {
 public:
  // Takes the next line's prefix. `may_count`: its number may be that of the frame that follows, unless one
  // of several processes has said something before its first frame.
  void take(std::string_view prefix, bool may_count);

  // Who wrote that line: a process, or one of several that do the same; else empty.
  std::string_view process() const { return process_; }
  // The same for the tasks and processors of a kernel.
  std::string_view context() const { return context_; }
  // One of several that do the same, whether it has said something or not.
  std::string_view worker() const { return worker_; }

 private:
  static constexpr std::size_t most = 20'000;

  bool is_known(bool may_count);

  std::string prefix_;
  std::string_view worker_;  // these are in it
  std::string_view process_;
  std::string_view context_;
  std::set<std::string, std::less<>> known_;  // workers that have said something
};

}  // namespace symkit::crashlog
