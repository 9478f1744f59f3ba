// Counts requests and their durations from all threads, and prints them as text for Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "keep/store/counts.h"
#include "serve/service/desk.h"
#include "serve/service/fetches.h"
#include "serve/service/report_counts.h"

namespace symkit::service {

class Metrics {
 public:
  // `whole`: counts everything as well. Null: this is the whole.
  explicit Metrics(Metrics* whole = nullptr) : whole_(whole) {}

  // Counts an answer. `route` is one of ours, never text from a client.
  void count(std::string_view route, unsigned status, std::chrono::steady_clock::duration took);
  void count(const LogCounts& counts);

  // A store; the stores are listed in the order in which they are searched.
  struct Store {
    std::string_view kind;
    const store::Count* count = nullptr;
  };

  // Current values.
  struct Now {
    std::size_t waiting = 0;
    std::size_t working = 0;
    std::size_t streams = 0;
    std::span<const Store> stores = {};
    std::optional<Fetches::State> fetches = {};  // nothing: fetching is off
    std::optional<ReportCounts> reports = {};    // nothing: crash groups are off
  };
  std::string text(const Now& now) const;
  // Only what belongs to a project: answers and frames.
  std::string own_text() const;

 private:
  // In seconds; longer durations are counted in the last bucket.
  static constexpr std::array<double, 9> bounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10};
  struct Histogram {
    std::array<std::uint64_t, bounds.size() + 1> within{};
    double seconds = 0;
    std::uint64_t count = 0;
  };

  Metrics* whole_;
  mutable std::mutex lock_;  // guards the members below
  std::map<std::pair<std::string_view, unsigned>, std::uint64_t> answers_;
  std::map<std::string_view, Histogram> times_;
  std::atomic<std::uint64_t> frames_ = 0;
  std::atomic<std::uint64_t> resolved_ = 0;
};

}  // namespace symkit::service
