// --keep-reports: groups the crashes of submitted logs while they are answered, and writes the groups in
// the background.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "reports/group/groups.h"
#include "reports/group/log_reader.h"
#include "reports/group/rules.h"
#include "reports/group/sites.h"
#include "serve/service/project.h"
#include "serve/service/report_counts.h"

namespace symkit::service {

class KeptReports {
 public:
  explicit KeptReports(WarningSink warn);
  // Writes what there is.
  ~KeptReports();
  KeptReports(const KeptReports&) = delete;
  KeptReports& operator=(const KeptReports&) = delete;

  // Nothing is accepted for a project before this was called for it.
  void serve(Project& project);

  ReportCounts state() const { return {.reports = reports_, .unwritten = unwritten_}; }

 private:
  friend class HeardCrashes;

  std::unique_ptr<group::Sites> take_sites();
  void put_back(std::unique_ptr<group::Sites> sites);
  void add(Project& project, std::vector<group::Group> groups, std::uint64_t reports);
  void write_now_and_then();
  static Result<void> surely_write(Project& project);
  bool write_all();

  WarningSink warn_;
  const group::Rules rules_ = group::Rules::standard();
  std::atomic<std::uint64_t> reports_ = 0, unwritten_ = 0;
  std::mutex lock_;  // guards the members below
  std::condition_variable changed_;
  std::vector<Project*> projects_;
  std::vector<std::unique_ptr<group::Sites>> free_sites_;  // logs of one service have the same frames
  bool has_fresh_ = false;
  bool over_ = false;
  bool is_in_trouble_ = false;  // used only by the writer
  std::thread writer_;
};

// The crashes of one log, heard while it is answered by one thread.
class HeardCrashes {
 public:
  // A log that is refused in the end does not count. A live log may go on for days.
  enum class Count : std::uint8_t { AtTheEnd, AsTheyCome };

  HeardCrashes(KeptReports& kept, Project& project, Count when);
  ~HeardCrashes() = default;
  HeardCrashes(const HeardCrashes&) = delete;
  HeardCrashes& operator=(const HeardCrashes&) = delete;

  // Who hears the log, or this part of a bug report.
  group::LogReader& reader_of(std::string_view part);
  // The log has been answered: nothing more is heard.
  void finish();

 private:
  void take(const group::Report& report);
  void hand_over();

  KeptReports& kept_;
  Project& project_;
  Count when_;
  std::string log_;
  std::unique_ptr<group::Sites> sites_;
  group::Groups groups_;
  std::uint64_t reports_ = 0;  // that are not handed over yet
  std::chrono::steady_clock::time_point handed_over_ = std::chrono::steady_clock::now();
  std::optional<group::LogReader> reader_;
};

}  // namespace symkit::service
