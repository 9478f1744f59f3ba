// The options of llvm-symbolizer and llvm-addr2line: from the command line, response files and a
// variable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dropin/llvm_answers.h"
#include "dropin/llvm_query.h"
#include "dropin/markup_filter.h"
#include "dropin/role.h"

namespace symkit::dropin {

struct LlvmOptions {
  LlvmFormat format = {};
  QueryRules rules = {};
  bool names_file = false;  // which is opened before the first query
  std::uint64_t adjust = 0;
  bool relative = false;
  bool filter_markup = false;
  MarkupColor color = MarkupColor::Auto;
  std::optional<bool> asks_servers = {};  // those in DEBUGINFOD_URLS
  std::string architecture = {};          // for files with several images
  std::vector<std::string> debug_folders = {};
  std::vector<std::string> queries = {};
};

// `variable` names the environment variable with options that come before those of the call. Returns an
// exit status if nothing is left to do.
std::optional<int> read_llvm_options(const Call& call, const char* variable, LlvmOptions& options);

}  // namespace symkit::dropin
