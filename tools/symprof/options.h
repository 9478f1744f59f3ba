// What symprof was asked to do.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/symbol_places.h"

namespace symkit::symprof {

enum class Format { Same, Pprof, Folded, Speedscope, Firefox, Top, Svg };

// Lists that say what a profile does not.
struct Lists {
  std::string process_maps;    // as /proc/PID/maps
  std::string kernel_symbols;  // as /proc/kallsyms
  std::string perf_map;        // as /tmp/perf-PID.map
};

struct Options {
  std::vector<std::string> profiles;  // one; none: standard input
  std::string output;                 // empty: standard output
  Format format = Format::Same;
  std::string sample_type;  // by which text and pictures are made; empty: the profile's own choice
  bool full_names = false;  // in top
  // Files beside the profile; empty: none.
  Lists lists;
  std::string watch;  // a folder; empty: one profile is named
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
