// What was done so far, and how long it took: counted by all threads, told as text that Prometheus reads.
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
  // `whole`: is told of everything as well. Null: this is the whole.
  explicit Metrics(Metrics* whole = nullptr) : whole_(whole) {}

  // An answer that was given: `route` is one of ours, never what a client wrote.
  void count(std::string_view route, unsigned status, std::chrono::steady_clock::duration took);
  void count(const Tally& tally);

  // A store, in the order in which they are asked.
  struct Store {
    std::string_view kind;
    const store::Count* count = nullptr;
  };

  // What is so just now.
  struct Now {
    std::size_t waiting = 0;
    std::size_t working = 0;
    std::size_t streams = 0;
    std::span<const Store> stores = {};
    std::optional<Fetches::State> fetches = {};  // nothing: none are made
    std::optional<ReportCounts> reports = {};    // nothing: none are kept
  };
  std::string text(const Now& now) const;
  // Without what is the service's alone: answers and frames.
  std::string own_text() const;

 private:
  // In seconds; what takes longer is in the last.
  static constexpr std::array<double, 9> bounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10};
  struct Histogram {
    std::array<std::uint64_t, bounds.size() + 1> within{};
    double seconds = 0;
    std::uint64_t count = 0;
  };

  Metrics* whole_;
  mutable std::mutex lock_;  // of what follows
  std::map<std::pair<std::string_view, unsigned>, std::uint64_t> answers_;
  std::map<std::string_view, Histogram> times_;
  std::atomic<std::uint64_t> frames_ = 0;
  std::atomic<std::uint64_t> resolved_ = 0;
};

}  // namespace symkit::service
