// What can be measured at a place: the figures that reports are ordered by, and that exports have columns of.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace symkit::symleak {

struct Site;

struct Measure {
  enum class Needs : std::uint8_t { Nothing, Verdict, Comparison, Mappings };

  std::string_view name;    // of --measure
  std::string_view phrase;  // behind "5 bytes"
  std::string_view unit;    // of one: "byte", "block"
  std::string_view pprof;   // its name in pprof's profiles
  Needs needs;
  std::int64_t (*of)(const Site& site);  // below 0: of growth only

  bool counts_bytes() const { return unit == "byte"; }
};

std::span<const Measure> all_measures();
// Nullptr: none is called that.
const Measure* measure_called(std::string_view name);
struct Known {
  bool is_judged = false;
  bool is_compared = false;
  bool has_mappings = false;
};
// Those that there is something to say of.
std::vector<const Measure*> measures_of(Known known);

}  // namespace symkit::symleak
