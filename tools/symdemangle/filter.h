// Rewrites text: each mangled name is replaced by its meaning, and everything else is copied. With JSON,
// the output is an object for each name.
#pragma once

#include <cstdint>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"
#include "ground/print/output.h"
#include "names/demangle/allowance.h"
#include "names/demangle/cache.h"
#include "symdemangle/options.h"
#include "symdemangle/summary.h"

namespace symkit::symdemangle {

class Filter {
 public:
  Filter(const Options& options, print::Output& output)
      : options_(options), output_(output), names_(options.how) {}

  // A name from the command line: demangled completely, or, if it is not a mangled name, the names in it.
  void name(std::string_view name);

  // Line by line; output is sent whenever the input would block.
  Result<void> lines(io::Input& input);

  const Summary& summary() const { return summary_; }

 private:
  bool rewrite(std::string_view text);  // returns whether it contained a name
  std::string_view demangled(std::string_view mangled);
  void write_name(std::string_view mangled, std::string_view readable);
  void print_object(std::string_view mangled, std::string_view readable, std::size_t column);

  const Options& options_;
  print::Output& output_;
  demangle::Cache names_;
  demangle::Allowance allowance_;
  Summary summary_;
  std::uint64_t line_ = 0;
};

}  // namespace symkit::symdemangle
