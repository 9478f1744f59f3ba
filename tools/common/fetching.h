// --fetch and related options, the same for all tools that have them.
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
  bool fetch = false;                // fetch missing images from servers:
  std::vector<std::string> servers;  // these, or those in DEBUGINFOD_URLS
  bool keep_downloads = true;        // also when their indexes are in the store

  bool wants() const { return fetch || !servers.empty(); }
};

void declare_fetching(CommandLine& line, FetchOptions& options);
// For tools that make indexes of fetched files.
void declare_keep_downloads(CommandLine& line, FetchOptions& options);

// --fetch-wait: seconds, possibly with a decimal point.
Result<void> read_wait(const std::string& text, std::chrono::milliseconds& wait);

// Null if the network must not be used. Downloads in progress are shown; both arguments must outlive the
// result.
Result<std::shared_ptr<fetch::Downloads>> open_downloads(const FetchOptions& options,
                                                         print::Progress& progress, Console& console,
                                                         bool only_looks = false);

// For --summary, on stderr: a line for each requested image: where it is from, or which servers were
// tried without success and why. `found`: where images are from, by key; an image that was not requested
// from any server is listed as such.
using FoundImages = std::map<std::string, std::pair<std::string, std::string>>;  // their names, and paths
void print_outcomes(const fetch::Downloads& downloads, FoundImages found = {});

// A line for each of the first transfers: "libmarket.so  debuginfo  52% of 1.2 MB  0.3 MB/s  https://…".
std::vector<std::string> download_lines(const std::vector<fetch::Transfer>& transfers, std::size_t columns);

}  // namespace symkit::tools
