// A profile of any kind, read.
#pragma once

#include <string>
#include <variant>

#include "ground/base/result.h"
#include "reports/profile/firefox_reader.h"
#include "reports/profile/input_kind.h"
#include "reports/profile/pprof_reader.h"
#include "symprof/load.h"
#include "symprof/options.h"

namespace symkit::symprof {

struct Read {
  Loaded loaded;
  profile::InputKind kind = profile::InputKind::Unknown;
  std::variant<profile::PprofFile, profile::FirefoxFile> file;  // of other kinds pprof's, the profile alone

  profile::Profile& profile() {
    return std::visit([](auto& it) -> profile::Profile& { return it.profile; }, file);
  }
  const profile::Profile& profile() const {
    return std::visit([](const auto& it) -> const profile::Profile& { return it.profile; }, file);
  }
  // As long as this is.
  profile::Stacks stacks() const;
};

// Errors name the file.
Result<Read> read_profile(Loaded loaded, const Lists& lists, profile::Samples samples);

}  // namespace symkit::symprof
