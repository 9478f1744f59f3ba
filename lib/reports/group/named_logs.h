// A raw log's frames of Java and JavaScript get their names on the way to who groups them. Of native code
// they get them there (log_reader.h).
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
  // The maps and their resolver stay the caller's.
  NamedLogs(sourcemap::Finder& maps, sourcemap::Resolver& scripts,
            std::shared_ptr<retrace::MappingSource> mappings);
  NamedLogs(const NamedLogs&) = delete;
  NamedLogs& operator=(const NamedLogs&) = delete;

  // The log with these names. It ends what was asked of the log before.
  std::unique_ptr<io::Input> named(std::unique_ptr<io::Input> log, std::string_view name);

  // Where in the log a line stands that it has given.
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
  print::Output unused_;  // where JSON would go
  NoTally tally_;
  retrace::LogNames java_;
};

}  // namespace symkit::group
