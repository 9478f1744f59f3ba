// The options of symprof.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/symbol_places.h"

namespace symkit::symprof {

enum class Format { Same, Pprof, Folded, Speedscope, Firefox, Top, Svg };

// Lists with information that is not in the profile.
struct Lists {
  std::string process_maps;    // like /proc/PID/maps
  std::string kernel_symbols;  // like /proc/kallsyms
  std::string perf_map;        // like /tmp/perf-PID.map
};

struct Options {
  std::vector<std::string> profiles;  // empty: standard input
  std::string output;                 // empty: standard output
  Format format = Format::Same;
  std::string sample_type;  // for text and pictures; empty: the profile's default
  bool full_names = false;  // for top
  // Files that come with the profile; empty: none.
  Lists lists;
  std::string watch;  // a folder; empty: not watching
  std::string watch_out;
  std::chrono::seconds interval{10};
  bool once = false;
  std::string metrics;
  bool force = false;
  bool summary = false;
  tools::PlaceOptions places;
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symprof
