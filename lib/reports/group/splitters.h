// A splitter for each process that writes into a log, as the lines of several processes may alternate.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "reports/group/splitter.h"

namespace symkit::group {

class Splitters {
 public:
  Splitters(Sites& sites, Splitter::TakeReport take);

  void begin(std::string_view log);
  // The next lines are of this process; empty: the log does not say. `continues`: the line is blank or
  // indented, like lines that continue the one before.
  void choose(std::string_view process, bool continues);
  Splitter& current() { return *current_; }
  void finish();

 private:
  // More processes than write at the same time; beyond this all open reports end.
  static constexpr std::size_t most = 20'000;

  void take(Report&& report);
  void make_room();

  Sites& sites_;
  Splitter::TakeReport take_;
  std::string log_;
  Splitter nameless_;
  std::map<std::string, std::unique_ptr<Splitter>, std::less<>> by_process_;
  Splitter* current_ = nullptr;
  std::string_view current_process_;
  // Android reports a signal twice: the process itself, and another process, which has the stack.
  std::map<std::string, Report, std::less<>> signals_;
};

}  // namespace symkit::group
