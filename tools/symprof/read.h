// Reads a profile of any kind.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "find/locate/search.h"
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

// Errors name the file. `search`: for what unwinding needs.
Result<Read> read_profile(Loaded loaded, const Options& options, profile::Samples samples,
                          const std::shared_ptr<const locate::Search>& search);

}  // namespace symkit::symprof
