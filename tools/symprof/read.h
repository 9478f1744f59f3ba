// A profile of any kind, read.
#pragma once

#include <string>

#include "base/result.h"
#include "profile/input_kind.h"
#include "profile/pprof_reader.h"
#include "symprof/load.h"
#include "symprof/options.h"

namespace symkit::symprof {

struct Read {
  Loaded loaded;
  profile::InputKind kind = profile::InputKind::Unknown;
  profile::PprofFile file;  // of other kinds the profile alone
};

// Errors name the file.
Result<Read> read_profile(Loaded loaded, const Lists& lists);

}  // namespace symkit::symprof
