// --mapping, --map and --maps: Java's and JavaScript's frames are answered in the same pass as native ones.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "answers/managed/managed_lines.h"
#include "answers/rewrite/description.h"
#include "common/console.h"
#include "common/script_summary.h"
#include "ground/print/output.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class ManagedNames {
 public:
  static Result<std::unique_ptr<ManagedNames>> open(const Options& options, print::Output& output,
                                                    tools::Console& console);
  ManagedNames(const ManagedNames&) = delete;
  ManagedNames& operator=(const ManagedNames&) = delete;

  // For the lines of a text, or of this part of a bug report.
  managed::ManagedWork work(std::string_view part);
  void count(const retrace::Counts& java) {
    java_counts_.add(java);
    script_summary_.gather();
  }

  bool has_java() const { return mappings_ != nullptr; }
  // For code compiled by ART, whose symbols are Java methods. Empty without a mapping.
  rewrite::Rename rename();
  // The method's name for a Java frame of a tombstone, "void a.b.c(int)"; empty: unchanged.
  std::string method_of(std::string_view name);

  bool any() const { return java_counts_.frames != 0 || script_summary_.any(); }
  void print_summary() const;

 private:
  ManagedNames(const Options& options, print::Output& output, tools::Console& console)
      : options_(options), output_(output), color_(console.color_on_stdout()) {}

  Result<void> open_maps(tools::Console& console);

  const Options& options_;
  print::Output& output_;
  bool color_;
  std::unique_ptr<retrace::MappingSource> mappings_;  // null: none is named
  std::optional<sourcemap::Finder> maps_;
  std::optional<sourcemap::Resolver> scripts_;
  retrace::Counts java_counts_;
  tools::ScriptSummary script_summary_;
};

}  // namespace symkit::symlookup
