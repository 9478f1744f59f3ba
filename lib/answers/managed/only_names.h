// Names Java's and JavaScript's frames for readers of a log that want nothing but the names.
#pragma once

#include "answers/managed/managed_lines.h"
#include "ground/print/output.h"

namespace symkit::managed {

class OnlyNames {
 public:
  OnlyNames(sourcemap::Finder& maps, sourcemap::Resolver& scripts, retrace::MappingSource& mappings);
  OnlyNames(const OnlyNames&) = delete;
  OnlyNames& operator=(const OnlyNames&) = delete;

  // For one log, or one part of a bug report; its lines come to `last` in the end.
  ManagedLines before(stream::LineTaker& last) const { return {work_, last}; }

 private:
  class NoTally final : public sourcemap::Tally {
   public:
    void count(const script::StackFrame& /*frame*/, const sourcemap::Answer& /*answer*/) override {}
  };

  print::Output unused_;  // nothing is told as JSON
  NoTally tally_;
  ManagedWork work_;
};

}  // namespace symkit::managed
