// A splitter for each process that writes into a log, as the lines of several processes may alternate; and so
// may those of the tasks and processors of a kernel.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reports/group/splitter.h"

namespace symkit::group {

class Splitters {
 public:
  Splitters(Sites& sites, std::string_view log, Splitter::TakeReport take);

  // The next lines are of this process; empty: the log does not say. `continues`: the line is blank or
  // indented, like lines that continue the one before.
  void choose(std::string_view process, bool continues);
  // The next line is of a kernel, and was written by this task or processor.
  void choose_context(std::string_view context);
  // What the last lines said, which belonged to none, is said again as what a process said.
  void forget_nameless() { nameless_.forget(); }
  // A kernel starts: it reports no more of what it did before.
  void end_contexts();
  Splitter& current() { return *current_; }
  void finish();

 private:
  // More processes than write at the same time; beyond this all open reports end.
  static constexpr std::size_t most = 20'000;
  static constexpr std::size_t most_contexts = 256;

  void take(Report&& report);
  void take_of_kernel(Report&& report);
  void make_room();

  Sites& sites_;
  const std::string log_;
  Splitter::TakeReport take_;
  Splitter nameless_;
  std::map<std::string, std::unique_ptr<Splitter>, std::less<>> by_process_;
  // Of the tasks and processors that write while the nameless splitter has a report of another one.
  std::map<std::string, std::unique_ptr<Splitter>, std::less<>> by_context_;
  std::vector<Report> of_contexts_;  // while there are several: in the order in which they end
  Splitter* current_ = nullptr;
  std::string_view current_process_;
  // Android reports a signal twice: the process itself, and another process, which has the stack.
  std::map<std::string, Report, std::less<>> signals_;
};

}  // namespace symkit::group
