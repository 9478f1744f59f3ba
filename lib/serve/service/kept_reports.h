// --keep-reports: the crashes of logs that were sent are put into groups, beside those who answer: nobody
// waits for it. Where too much is waiting, a log is not looked at, and that is counted.
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

// A log that was sent whole, to be read once more.
struct SentLog {
  io::SharedBlob bytes = nullptr;  // null: it is in the file
  http::Body file = {};
  std::uint64_t size = 0;
};

class KeptReports {
 public:
  struct Settings {
    std::string folder;  // for logs that wait
    std::size_t streams = 64;
    WarningSink warn;
  };
  explicit KeptReports(Settings settings);
  ~KeptReports();
  KeptReports(const KeptReports&) = delete;
  KeptReports& operator=(const KeptReports&) = delete;

  // Nothing is taken for a project before it is named here.
  void serve(Project& project);

  void take(Project& project, SentLog log);
  // Who hears a log that is answered while it comes. It ends when this is let go.
  io::Input::Listener listener(Project& project);

  // What waits is still looked at, for a few seconds: long logs may not be read to their ends.
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
  std::mutex lock_;  // of what follows
  std::condition_variable changed_;
  std::vector<Project*> projects_;
  bool has_fresh_ = false;
  bool over_ = false;
  bool is_in_trouble_ = false;  // only the writer looks
  std::thread writer_;
  std::unique_ptr<group::Sites> sites_;  // of short logs; only their worker looks
  std::uint64_t bytes_of_sites_ = 0;
  // These end first.
  Workers small_;  // of one thread
  Workers large_;
  Workers streams_;
};

}  // namespace symkit::service
