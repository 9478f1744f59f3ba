// The options of symgroup.
#pragma once

#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/symbol_places.h"
#include "reports/findings/forms.h"
#include "reports/group/state.h"

namespace symkit::symgroup {

using group::By;

struct Options {
  std::vector<std::string> logs;  // files and folders; none: standard input
  std::vector<std::string> rules;
  std::string owners;  // a CODEOWNERS file; empty: none
  std::string repository;
  std::string revision;   // the revision that was built; empty: HEAD
  std::string revisions;  // a file with build ids and their revisions; empty: none
  std::string since;      // the last good revision; empty: not known
  std::string state;      // a file; empty: no state is kept
  bool fail_on_new = false;
  bool why = false;     // compare two logs
  bool mcp = false;     // serve a client of the Model Context Protocol
  bool triage = false;  // the group that matters most, in brief
  By by = By::Exact;
  const findings::Form* form = findings::forms().data();
  bool summary = false;
  tools::PlaceOptions places;  // with symbols for raw logs

  bool names_raw_frames() const {
    return !places.stores.empty() || !places.symbols.empty() || places.local || places.fetching.wants();
  }
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symgroup
