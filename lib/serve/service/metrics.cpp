#include "serve/service/metrics.h"

#include <algorithm>
#include <fstream>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::service {
namespace {

std::string in_seconds(double seconds) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.9g", seconds);
  return {text.data(), static_cast<std::size_t>(std::max(size, 0))};
}

std::string about(std::string_view name, std::string_view kind, std::string_view help) {
  return say("# HELP symserve_", name, ' ', help, "\n# TYPE symserve_", name, ' ', kind, '\n');
}

std::string one(std::string_view name, std::string_view kind, std::string_view help, std::uint64_t value) {
  return say(about(name, kind, help), "symserve_", name, ' ', value, '\n');
}

// The location of a store is not printed: the reader may be a stranger.
std::string lookups_of(std::span<const Metrics::Store> stores) {
  std::string out = about("store_lookups_total", "counter",
                          "Lookups of images, mappings, maps and their parts in a store, by result.");
  for (std::size_t i = 0; i < stores.size(); ++i)
    for (const auto& [result, count] : {std::pair("hit", &stores[i].count->hits),
                                        {"miss", &stores[i].count->misses},
                                        {"error", &stores[i].count->failures}})
      out += say("symserve_store_lookups_total{store=\"", i + 1, "\",kind=\"", stores[i].kind, "\",result=\"",
                 result, "\"} ", count->load(), '\n');
  return out;
}

std::string fetches_of(const Fetches::State& state) {
  return say(
      about("fetches_total", "counter", "Images requested from symbol servers, by result."),
      "symserve_fetches_total{result=\"came\"} ", state.came, '\n',
      "symserve_fetches_total{result=\"nobody has it\"} ", state.had_by_nobody, '\n',
      one("fetches", "gauge", "Images that are being requested from symbol servers.", state.under_way));
}

std::string reports_of(const ReportCounts& counts) {
  return say(one("reports_total", "counter", "Crashes in submitted logs that were grouped.", counts.reports),
             one("group_write_failures_total", "counter",
                 "Failed attempts to write groups to the store; they are repeated.", counts.unwritten));
}

std::uint64_t resident_bytes() {
  std::uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void Metrics::count(std::string_view route, unsigned status, std::chrono::steady_clock::duration took) {
  if (whole_ != nullptr) whole_->count(route, status, took);
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bound = static_cast<std::size_t>(std::ranges::lower_bound(bounds, seconds) - bounds.begin());
  const std::lock_guard lock(lock_);
  ++answers_[{route, status}];
  Histogram& times = times_[route];
  ++times.within.at(bound);
  times.seconds += seconds;
  ++times.count;
}

void Metrics::count(const LogCounts& counts) {
  if (whole_ != nullptr) whole_->count(counts);
  frames_ += counts.frames;
  resolved_ += counts.resolved;
}

std::string Metrics::own_text() const {
  std::string out = about("requests_total", "counter", "Answers, by route and status.");
  const std::lock_guard lock(lock_);
  for (const auto& [key, count] : answers_)
    out +=
        say("symserve_requests_total{route=\"", key.first, "\",status=\"", key.second, "\"} ", count, '\n');
  out += about("request_seconds", "histogram", "Time from the complete request to its answer.");
  for (const auto& [route, times] : times_) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i <= bounds.size(); ++i) {
      below += times.within.at(i);
      out += say("symserve_request_seconds_bucket{route=\"", route, "\",le=\"",
                 i < bounds.size() ? in_seconds(bounds.at(i)) : "+Inf", "\"} ", below, '\n');
    }
    out += say("symserve_request_seconds_sum{route=\"", route, "\"} ", in_seconds(times.seconds), '\n');
    out += say("symserve_request_seconds_count{route=\"", route, "\"} ", times.count, '\n');
  }
  out += one("frames_total", "counter", "Frames in requests.", frames_);
  out += one("frames_resolved_total", "counter", "Frames that were resolved.", resolved_);
  return out;
}

std::string Metrics::text(const Now& now) const {
  std::string out = own_text();
  out += lookups_of(now.stores);
  if (now.fetches) out += fetches_of(*now.fetches);
  if (now.reports) out += reports_of(*now.reports);
  out += one("waiting", "gauge", "Requests waiting for a free thread.", now.waiting);
  out += one("working", "gauge", "Requests in progress.", now.working);
  out += one("streams", "gauge", "Logs being answered while they are received.", now.streams);
  out += one("resident_bytes", "gauge", "Memory of this process.", resident_bytes());
  return out;
}

}  // namespace symkit::service
