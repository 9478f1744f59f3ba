// What llvm-symbolizer and llvm-addr2line were told: on the command line, in response files and by a
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
  bool names_file = false;  // which is opened before anything is asked
  std::uint64_t adjust = 0;
  bool relative = false;
  bool filter_markup = false;
  MarkupColor color = MarkupColor::Auto;
  std::optional<bool> asks_servers = {};  // those of DEBUGINFOD_URLS
  std::string architecture = {};          // of files with several images
  std::vector<std::string> debug_folders = {};
  std::vector<std::string> queries = {};
};

// `variable` names options that stand before those of the call. An exit status where all was said already.
std::optional<int> read_llvm_options(const Call& call, const char* variable, LlvmOptions& options);

}  // namespace symkit::dropin
