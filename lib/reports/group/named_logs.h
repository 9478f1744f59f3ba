// Names the Java and JavaScript frames of a raw log before its crashes are grouped. Frames of native code
// are named while the log is grouped (log_reader.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "answers/retrace/log_names.h"
#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/tally.h"
#include "ground/io/added_lines.h"
#include "ground/io/input.h"
#include "ground/print/output.h"

namespace symkit::group {

class NamedLogs {
 public:
  // The caller keeps the maps and their resolver.
  NamedLogs(sourcemap::Finder& maps, sourcemap::Resolver& scripts,
            std::shared_ptr<retrace::MappingSource> mappings);
  NamedLogs(const NamedLogs&) = delete;
  NamedLogs& operator=(const NamedLogs&) = delete;

  // The log with these names. Invalidates the previous log.
  std::unique_ptr<io::Input> named(std::unique_ptr<io::Input> log, std::string_view name);

  // The line in the log from which a given line was made.
  std::uint64_t line_of(std::uint64_t line) const {
    return added_by_scripts_.origin(added_by_java_.origin(line));
  }

 private:
  class NoTally final : public sourcemap::Tally {
   public:
    void count(const sourcemap::StackFrame& /*frame*/, const sourcemap::Answer& /*answer*/) override {}
  };

  sourcemap::Finder& maps_;
  sourcemap::Resolver& scripts_;
  io::AddedLines added_by_scripts_;
  io::AddedLines added_by_java_;
  print::Output unused_;  // receives JSON, which is not used
  NoTally tally_;
  retrace::LogNames java_;
};

}  // namespace symkit::group
