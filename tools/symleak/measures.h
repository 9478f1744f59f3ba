// The figures for a place, by which reports are sorted, and which are columns of exports.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace symkit::symleak {

struct Site;

struct Measure {
  enum class Needs : std::uint8_t { Nothing, Verdict, Comparison, Mappings };

  std::string_view name;    // for --measure
  std::string_view phrase;  // after "5 bytes"
  std::string_view unit;    // singular: "byte", "block"
  std::string_view pprof;   // in pprof's profiles
  Needs needs;
  std::int64_t (*of)(const Site& site);  // negative values only for growth

  bool counts_bytes() const { return unit == "byte"; }
};

std::span<const Measure> all_measures();
// Nullptr: unknown name.
const Measure* measure_called(std::string_view name);
struct Known {
  bool is_judged = false;
  bool is_compared = false;
  bool has_mappings = false;
};
// The measures for which there is data.
std::vector<const Measure*> measures_of(Known known);

}  // namespace symkit::symleak
