// --keep-reports: groups the crashes of submitted logs in the background; no request waits for it. If too
// many logs are waiting, a new one is skipped and counted.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "ground/base/diagnostics.h"
#include "ground/io/blob.h"
#include "ground/io/input.h"
#include "reports/group/rules.h"
#include "reports/group/sites.h"
#include "serve/http/message.h"
#include "serve/service/project.h"
#include "serve/service/report_counts.h"
#include "serve/service/workers.h"

namespace symkit::service {

// A log that was sent in one piece, to be read again.
struct SentLog {
  io::SharedBlob bytes = nullptr;  // null: the log is in the file
  http::Body file = {};
  std::uint64_t size = 0;
};

class KeptReports {
 public:
  struct Settings {
    std::string folder;  // for waiting logs
    std::size_t streams = 64;
    WarningSink warn;
  };
  explicit KeptReports(Settings settings);
  ~KeptReports();
  KeptReports(const KeptReports&) = delete;
  KeptReports& operator=(const KeptReports&) = delete;

  // Nothing is accepted for a project before this was called for it.
  void serve(Project& project);

  void take(Project& project, SentLog log);
  // Gets a copy of a log that is answered while it arrives. The log ends when the listener is released.
  io::Input::Listener listener(Project& project);

  // Still processes waiting logs, but only for a few seconds: long logs may not be read to their ends.
  void stop();

  ReportCounts state() const;

 private:
  using Clock = std::chrono::steady_clock;

  void group_short(Project& project, const SentLog& log);
  void group_long(Project& project, std::unique_ptr<io::Input> log);
  void group(Project& project, std::unique_ptr<io::Input> log, group::Sites& sites);
  void hand_over(Project& project, group::Groups& groups);
  void write_now_and_then();
  static Result<void> surely_write(Project& project);
  bool write_all();

  Settings settings_;
  const group::Rules rules_ = group::Rules::standard();
  std::atomic<Clock::time_point> ends_by_ = Clock::time_point::max();
  std::atomic<std::uint64_t> bytes_waiting_ = 0;
  std::atomic<std::uint64_t> reports_ = 0, skipped_ = 0, cut_ = 0, unread_ = 0, unwritten_ = 0;
  std::mutex lock_;  // guards the members below
  std::condition_variable changed_;
  std::vector<Project*> projects_;
  bool has_fresh_ = false;
  bool over_ = false;
  bool is_in_trouble_ = false;  // used only by the writer
  std::thread writer_;
  std::unique_ptr<group::Sites> sites_;  // for short logs; used only by their worker
  std::uint64_t bytes_of_sites_ = 0;
  // These must end first.
  Workers small_;  // a single thread
  Workers large_;
  Workers streams_;
};

}  // namespace symkit::service
