// Reads a profile of any kind.
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
  std::variant<profile::PprofFile, profile::FirefoxFile> file;  // others: a PprofFile, only its profile

  profile::Profile& profile() {
    return std::visit([](auto& it) -> profile::Profile& { return it.profile; }, file);
  }
  const profile::Profile& profile() const {
    return std::visit([](const auto& it) -> const profile::Profile& { return it.profile; }, file);
  }
  // Valid as long as this.
  profile::Stacks stacks() const;
};

// Errors name the file.
Result<Read> read_profile(Loaded loaded, const Lists& lists, profile::Samples samples);

}  // namespace symkit::symprof
