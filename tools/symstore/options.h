// The options of symstore.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "ground/print/progress.h"
#include "keep/store/lifetime.h"

namespace symkit::symstore {

enum class Command : std::uint8_t { List, Push, Pull, Remove, Prune, Verify, Stat };
enum class Format : std::uint8_t { Text, Json };

struct Options {
  Command command = Command::List;
  std::vector<std::string> words;  // the command and its arguments
  std::vector<std::string> stores;
  std::string to;
  std::string from;
  std::chrono::seconds expire = store::Lifetime().of_index;
  std::optional<std::chrono::seconds> unused;
  std::optional<std::uint64_t> max_size;
  bool as_files = false;
  bool dry_run = false;
  Format format = Format::Text;
  print::ProgressMode progress = print::ProgressMode::Auto;

  std::vector<std::string> operands() const { return {words.begin() + 1, words.end()}; }
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symstore
