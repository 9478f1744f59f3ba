// --summary: how many frames there were, how many were resolved, and why the others were not.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/sourcemap/tally.h"

namespace symkit::tools {

class ScriptSummary final : public sourcemap::Tally {
 public:
  void count(const script::StackFrame& frame, const sourcemap::Answer& answer) override;
  Tally* another() override;
  // Adds the counts from other threads; must be called before anything is printed.
  void gather();

  bool any() const { return seen_ != 0; }
  // Prints to stderr. `only_map`: a map that could be tried for frames of other files; empty: none.
  void print(const std::string& only_map) const;

 private:
  using Counts = std::map<std::pair<std::string, std::string>, std::size_t>;

  // The counter for a file and a reason; null if there are too many of both.
  static std::size_t* counter(Counts& counts, std::string_view file, std::string why);
  void count_unsure(std::string_view url, const sourcemap::Answer& answer);
  void add(const ScriptSummary& other);
  static void print(const Counts& counts);

  std::size_t seen_ = 0;
  std::size_t resolved_ = 0;
  std::size_t nameless_ = 0;
  Counts unsure_;  // resolved frames by file and why the map is uncertain
  Counts missed_;  // by file and reason
  struct Unsure {
    std::string url;
    const sourcemap::Map* map = nullptr;
    sourcemap::Evidence evidence = sourcemap::Evidence::Path;
    std::size_t* counter = nullptr;
  };
  Unsure last_unsure_;
  bool lacks_map_ = false;
  std::vector<std::unique_ptr<ScriptSummary>> others_;
};

}  // namespace symkit::tools
