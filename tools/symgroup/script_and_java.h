// Names the Java and JavaScript frames of raw logs while they are read, with the mappings and source maps
// in the given stores.
#pragma once

#include "answers/managed/only_names.h"
#include "answers/retrace/store_mappings.h"
#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "ground/base/diagnostics.h"
#include "keep/store/chain.h"

namespace symkit::symgroup {

class ScriptAndJava {
 public:
  ScriptAndJava(const store::Chain& stores, const WarningSink& warn);
  ScriptAndJava(const ScriptAndJava&) = delete;
  ScriptAndJava& operator=(const ScriptAndJava&) = delete;

  // Begins another log, whose lines come to `last` in the end.
  managed::ManagedLines before(stream::LineTaker& last);

 private:
  sourcemap::Finder maps_;
  sourcemap::Resolver scripts_;
  retrace::StoreMappings mappings_;
  managed::OnlyNames names_;
};

}  // namespace symkit::symgroup
