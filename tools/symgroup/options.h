// What symgroup was asked to do.
#pragma once

#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/symbol_places.h"
#include "reports/group/state.h"

namespace symkit::symgroup {

enum class Format { Text, Json, Markdown, Junit, Sarif, Html };
using group::By;

struct Options {
  std::vector<std::string> logs;  // files and folders; none: standard input
  std::vector<std::string> rules;
  std::string owners;  // a CODEOWNERS file; empty: none
  std::string repository;
  std::string revision;   // what was built; empty: HEAD
  std::string revisions;  // a file: build ids and their revisions; empty: none
  std::string since;      // the last good revision; empty: none is known
  std::string state;      // a file; empty: none is kept
  bool fail_on_new = false;
  bool why = false;     // two logs are compared
  bool mcp = false;     // a client of the Model Context Protocol is answered
  bool triage = false;  // the group that matters most, in brief
  By by = By::Exact;
  Format format = Format::Text;
  bool summary = false;
  tools::PlaceOptions places;  // where symbols of raw logs are

  bool names_raw_frames() const {
    return !places.stores.empty() || !places.symbols.empty() || places.local || places.fetching.wants();
  }
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symgroup
