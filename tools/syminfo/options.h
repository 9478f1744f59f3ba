// The options of syminfo.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/command_line.h"
#include "common/fetching.h"
#include "ground/base/architecture.h"
#include "ground/base/image_id.h"
#include "ground/print/progress.h"

namespace symkit::syminfo {

enum class Format : std::uint8_t { Text, Json };
enum class Question : std::uint8_t { Contents, Ids, Functions, Verify, Find, Match, Log };
enum class Source : std::uint8_t { All, Starts, Nlist, Dwarf, Go };

struct Options {
  Question question = Question::Contents;
  Source source = Source::All;
  bool mangled_names = false;
  ImageId id;                       // for --find
  std::string log;                  // for --log
  std::vector<std::string> inputs;  // files and folders
  std::optional<Architecture> architecture;
  std::vector<std::string> stores;
  std::vector<std::string> symbols;  // where .dwo, .dwp, .o and dwz's files are
  std::vector<std::pair<std::string, std::string>> prefix_maps;
  bool local = false;     // --log: use files at their own paths without evidence
  bool no_local = false;  // --log: use no files at their own paths
  tools::FetchOptions fetching;
  bool dry_run = false;  // --log: only list what would be fetched
  Format format = Format::Text;
  print::ProgressMode progress = print::ProgressMode::Auto;
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::syminfo
