// The options of symprep.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/command_line.h"
#include "common/fetching.h"
#include "ground/base/architecture.h"
#include "ground/base/image_id.h"
#include "ground/print/progress.h"
#include "keep/store/lifetime.h"

namespace symkit::symprep {

enum class Format { Text, Json };

struct Options {
  std::vector<std::string> inputs;
  std::string output;  // empty: into the store
  std::vector<std::string> stores;
  std::chrono::seconds expire = store::Lifetime().of_index;
  std::optional<Architecture> architecture;
  ImageId id;
  tools::FetchOptions fetching;
  std::vector<ImageId> wanted;       // from servers
  std::string log;                   // whose images are fetched
  std::vector<std::string> symbols;  // where .dwo, .dwp, .o and dwz's files are
  std::vector<std::pair<std::string, std::string>> prefix_maps;
  unsigned jobs = 0;  // 0: all cores
  bool force = false;
  bool only_new = false;
  bool columns = false;
  bool variables = false;
  bool drop_in = false;  // include everything that other symbolizers print
  bool leave_out_sources = false;
  bool summary = false;
  bool same = false;  // only compare the two inputs
  bool statistics = false;
  std::uint64_t max_memory = 0;  // 0: no limit
  Format format = Format::Text;
  print::ProgressMode progress = print::ProgressMode::Auto;
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symprep
