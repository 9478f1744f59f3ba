// The options of symleak.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/rewrite/source_context.h"
#include "common/command_line.h"
#include "common/symbol_places.h"
#include "ground/print/progress.h"
#include "symleak/measures.h"

namespace symkit::symleak {

enum class Action { Run, Report, Check, Snapshot };
enum class Format { Text, Json, Html, Markdown, Folded, Pprof, Speedscope, Heaptrack };

struct Options {
  Action action = Action::Report;
  std::string output;  // the recording, or the report
  // run:
  std::string stacks;
  std::uint64_t sample = 0;
  std::vector<std::string> program;  // and its arguments
  // snapshot:
  int process = 0;
  std::string mark_name;
  // The others:
  bool is_this_process_alone = false;  // snapshot's, too
  std::string file;
  Format format = Format::Text;
  const Measure* measure = nullptr;
  std::string since;  // names of marks; empty: nothing is compared, or the end
  std::string until;
  std::string other_file;  // that is compared with
  std::vector<std::string> suppressions;
  std::string baseline;
  std::string new_baseline;
  std::optional<std::uint64_t> most_growth;
  unsigned top = 20;
  rewrite::SourcePlaces sources;
  tools::PlaceOptions places;

  std::vector<std::string> operands;
};

// Removes the program to be run and its arguments from the command line: what follows "--", or everything
// from the first word that is not an option. Returns symleak's own arguments.
std::vector<char*> take_program(int argc, char** argv, Options& options);

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symleak
