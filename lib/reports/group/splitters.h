// A splitter for each process that writes into a log: what they write stands there line by line in any order.
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
  // What comes next is of this process; empty: the log does not say. `continues`: the line is blank or
  // indented, as those are that belong to the one before.
  void choose(std::string_view process, bool continues);
  Splitter& current() { return *current_; }
  void finish();

 private:
  // More than write at once; beyond that all that is open is over.
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
  // Android tells of a signal twice: the process itself, and another one, which has the stack.
  std::map<std::string, Report, std::less<>> signals_;
};

}  // namespace symkit::group
