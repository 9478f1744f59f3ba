// --summary: how many frames there were, how many were resolved, and why the others were not.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/sourcemap/tally.h"

namespace symkit::smapresolve {

class Summary final : public sourcemap::Tally {
 public:
  void count(const sourcemap::StackFrame& frame, const sourcemap::Answer& answer) override;
  Tally* another() override;
  // Takes in what was counted with others; to be called before anything is told.
  void gather();

  bool any() const { return seen_ != 0; }
  // On stderr. `only_map` could be tried for frames of other files; empty: none could.
  void print(const std::string& only_map) const;

 private:
  using Counts = std::map<std::pair<std::string, std::string>, std::size_t>;

  // What counts the frames of a file for this reason; null where there are too many of both.
  static std::size_t* counter(Counts& counts, std::string_view file, std::string why);
  void count_unsure(std::string_view url, const sourcemap::Answer& answer);
  void add(const Summary& other);
  static void print(const Counts& counts);

  std::size_t seen_ = 0;
  std::size_t resolved_ = 0;
  std::size_t nameless_ = 0;
  Counts unsure_;  // resolved: by file, and what little speaks for the map
  Counts missed_;  // by file and reason
  struct Unsure {
    std::string url;
    const sourcemap::Map* map = nullptr;
    sourcemap::Evidence evidence = sourcemap::Evidence::Path;
    std::size_t* counter = nullptr;
  };
  Unsure last_unsure_;
  bool lacks_map_ = false;
  std::vector<std::unique_ptr<Summary>> others_;
};

}  // namespace symkit::smapresolve
