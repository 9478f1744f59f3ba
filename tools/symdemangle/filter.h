// Rewrites text: each mangled name in it is replaced by what it means, and everything else stays as it is.
// With JSON, what comes out is an object for each name.
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

  // A name of the command line: whole, and where it is none as it stands, by the names within it.
  void name(std::string_view name);

  // Line by line; what was written is sent on whenever the input makes one wait.
  Result<void> lines(io::Input& input);

  const Summary& summary() const { return summary_; }

 private:
  bool rewrite(std::string_view text);  // whether there was a name in it
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
