// Names the Java and JavaScript frames of raw logs while they are read, with the mappings and source maps
// in the given stores.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "answers/retrace/store_mappings.h"
#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "ground/base/diagnostics.h"
#include "ground/io/input.h"
#include "keep/store/chain.h"
#include "reports/group/named_logs.h"

namespace symkit::symgroup {

class ScriptAndJava {
 public:
  ScriptAndJava(const store::Chain& stores, const WarningSink& warn);
  ScriptAndJava(const ScriptAndJava&) = delete;
  ScriptAndJava& operator=(const ScriptAndJava&) = delete;

  // The log with the names of these frames. Invalidates the previous log.
  std::unique_ptr<io::Input> named(std::unique_ptr<io::Input> log, std::string_view name);

  // The line in the log from which a given line was made.
  std::uint64_t line_of(std::uint64_t line) const { return names_.line_of(line); }

 private:
  sourcemap::Finder maps_;
  sourcemap::Resolver scripts_;
  std::shared_ptr<retrace::StoreMappings> mappings_;
  group::NamedLogs names_;
};

}  // namespace symkit::symgroup
