// What a process without rights makes of a core: it is given open files only.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "ground/io/descriptor.h"
#include "symcore/crashed_process.h"
#include "symcore/options.h"

namespace symkit::symcore {

// Files without names, in memory. What is empty was not made.
struct CrashResults {
  io::Descriptor text, json, mini;
  io::Descriptor plain;  // the text without names, for want of a better one
  io::Descriptor whole;  // on the disk, for a core that is all there is

  static Result<CrashResults> open();
};

// Standard input has the core, and is closed as soon as nobody has to wait for it. The program's name is
// written to standard output.
Result<void> report_crash(CrashedProcess& crashed, const Options& options, const CrashResults& results);

}  // namespace symkit::symcore
