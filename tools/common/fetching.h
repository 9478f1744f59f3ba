// --fetch and what goes with it, as all tools that have them mean them.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/command_line.h"
#include "common/console.h"
#include "ground/print/progress.h"
#include "keep/fetch/downloads.h"

namespace symkit::tools {

struct FetchOptions {
  bool fetch = false;                // what is missing, from servers:
  std::vector<std::string> servers;  // these, or those of DEBUGINFOD_URLS
  bool keep_downloads = true;        // also when their indexes are in the store

  bool wants() const { return fetch || !servers.empty(); }
};

void declare_fetching(CommandLine& line, FetchOptions& options);
// Of tools that make indexes of what has come.
void declare_keep_downloads(CommandLine& line, FetchOptions& options);

// --fetch-wait: seconds, with a point where they are not whole.
Result<void> read_wait(const std::string& text, std::chrono::milliseconds& wait);

// Null where nothing may go over a network. What is under way is shown; both have to outlive it.
Result<std::shared_ptr<fetch::Downloads>> open_downloads(const FetchOptions& options,
                                                         print::Progress& progress, Console& console,
                                                         bool only_looks = false);

// For --summary, on stderr: a line for each image that was asked for: where it is from, or who was asked in
// vain and why. `found`: where images are from, by their keys; of those that nobody was asked for, that is
// said.
using FoundImages = std::map<std::string, std::pair<std::string, std::string>>;  // their names, and paths
void print_outcomes(const fetch::Downloads& downloads, FoundImages found = {});

// A line for each of the first of them: "libmarket.so  debuginfo  52% of 1.2 MB  0.3 MB/s  https://…".
std::vector<std::string> download_lines(const std::vector<fetch::Transfer>& transfers, std::size_t columns);

}  // namespace symkit::tools
