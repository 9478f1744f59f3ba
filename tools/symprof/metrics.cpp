#include "symprof/metrics.h"

#include <chrono>
#include <set>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"

namespace symkit::symprof {
namespace {

void begin_metric(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out += say("# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n");
}

}  // namespace

Result<void> write_metrics(const std::string& path, const WatchState& state, const WatchCounts& counts) {
  std::array<std::uint64_t, 3> there = {};
  std::set<ImageId> missing;
  for (const auto& [name, it] : state.profiles) {
    ++there[static_cast<std::size_t>(it.result)];
    missing.insert(it.missing.begin(), it.missing.end());
  }
  std::string out;
  begin_metric(out, "symprof_profiles", "gauge", "Profiles in the folder, by result.");
  for (std::size_t i = 0; i < watch_results.size(); ++i)
    out += say("symprof_profiles{result=\"", watch_results[i], "\"} ", there[i], "\n");
  begin_metric(out, "symprof_profiles_done_total", "counter", "Profiles read since the start, by result.");
  for (std::size_t i = 0; i < watch_results.size(); ++i)
    out += say("symprof_profiles_done_total{result=\"", watch_results[i], "\"} ", counts.profiles[i], "\n");
  begin_metric(out, "symprof_locations_total", "counter", "Locations of these profiles.");
  out += say("symprof_locations_total ", counts.locations, "\n");
  begin_metric(out, "symprof_locations_named_total", "counter", "Those of them that have names.");
  out += say("symprof_locations_named_total ", counts.named, "\n");
  begin_metric(out, "symprof_images_missing", "gauge", "Build ids that profiles wait for.");
  out += say("symprof_images_missing ", missing.size(), "\n");
  begin_metric(out, "symprof_last_look_timestamp_seconds", "gauge", "Time of the last scan of the folder.");
  using namespace std::chrono;
  out += say("symprof_last_look_timestamp_seconds ",
             duration_cast<seconds>(system_clock::now().time_since_epoch()).count(), "\n");
  const Bytes bytes = as_bytes(out);
  return io::write_atomically(path, {&bytes, 1});
}

}  // namespace symkit::symprof
