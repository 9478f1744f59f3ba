// Known leaks: places and how much each has lost, as text that can be stored in a repository. Places are
// identified by the names of their functions, so that lines may change.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "symleak/sites.h"

namespace symkit::symleak {

class Baseline {
 public:
  static Result<Baseline> read(const std::string& path);
  static Baseline of(const std::vector<Site>& sites, const NamedStacks& names, bool is_judged);
  void add(const Baseline& more);
  Result<void> write(const std::string& path) const;

  // Whether the place has lost no more than it had then. `now`: all current places, since several may
  // have the same names.
  bool covers(const Baseline& now, const Site& site, const NamedStacks& names) const;

 private:
  struct Known {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    void add(const Known& more) { bytes += more.bytes, blocks += more.blocks; }
  };
  std::map<std::string, Known> places_;
};

}  // namespace symkit::symleak
