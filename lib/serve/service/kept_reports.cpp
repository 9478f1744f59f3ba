#include "serve/service/kept_reports.h"

#include <algorithm>
#include <new>
#include <utility>

#include "ground/base/scheduling.h"
#include "ground/base/words.h"
#include "reports/group/circumstances.h"
#include "reports/group/signature.h"
#include "serve/service/heard_log.h"

namespace symkit::service {
namespace {

constexpr std::size_t most_short_waiting = 20'000;  // logs in memory
constexpr std::uint64_t most_bytes_waiting = std::uint64_t{64} << 20;
constexpr std::size_t most_large_waiting = 8;                           // logs in files
constexpr std::uint64_t most_bytes_of_sites = std::uint64_t{16} << 20;  // of sites from their logs
constexpr std::size_t most_groups_at_hand = 1'000;
constexpr std::chrono::seconds kept_at_hand{1};
constexpr std::chrono::seconds between_writes{2};
constexpr std::chrono::seconds after_failure{5};
constexpr std::chrono::hours between_tidyings{24};  // to expire old groups
constexpr std::chrono::seconds time_to_end{3};
// Writing takes at most this fraction of the time: one part in 20.
constexpr int part_for_writing = 20;

// "2026-11-23T12:13:20.123Z": a submitted log is named by the time at which it arrived.
std::string name_of_log() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  std::string text = group::time_text(seconds.time_since_epoch().count());
  std::string rest = say((now - seconds).count());
  text.pop_back();
  return say(text, '.', std::string(3 - rest.size(), '0'), rest, 'Z');
}

}  // namespace

KeptReports::KeptReports(Settings settings)
    : settings_(std::move(settings)),
      writer_([this] { write_now_and_then(); }),
      small_(1, most_short_waiting, Workers::Rank::Behind),
      large_(1, most_large_waiting, Workers::Rank::Behind),
      streams_(settings_.streams, 0, Workers::Rank::Behind) {}

KeptReports::~KeptReports() {
  stop();
  for (Workers* workers : {&small_, &large_, &streams_}) workers->finish();
  {
    const std::lock_guard lock(lock_);
    over_ = true;
  }
  changed_.notify_all();
  writer_.join();
}

void KeptReports::stop() {
  auto never = Clock::time_point::max();
  ends_by_.compare_exchange_strong(never, Clock::now() + time_to_end);
}

void KeptReports::serve(Project& project) {
  const std::lock_guard lock(lock_);
  projects_.push_back(&project);
}

void KeptReports::take(Project& project, SentLog log) {
  const bool is_large = log.bytes == nullptr;
  const std::uint64_t size = is_large ? 0 : log.size;
  if (bytes_waiting_ + size > most_bytes_waiting) {
    ++skipped_;
    return;
  }
  auto sent = std::make_unique<SentLog>(std::move(log));
  bytes_waiting_ += size;
  // Its bytes wait no more when it is let go, also where there is no memory to read it.
  const std::shared_ptr<SentLog> shared(sent.release(), [this, size](SentLog* let_go) {
    const std::unique_ptr<SentLog> ends(let_go);
    bytes_waiting_ -= size;
  });
  const bool taken = (is_large ? large_ : small_).take([this, &project, shared] {
    if (shared->bytes)
      group_short(project, *shared);
    else
      group_long(project, io::Input::from_descriptor(shared->file.descriptor(), "the log"));
  });
  if (!taken) ++skipped_;
}

io::Input::Listener KeptReports::listener(Project& project) {
  const auto heard = std::make_shared<HeardLog>(settings_.folder);
  const bool taken =
      streams_.take([this, &project, heard] { group_long(project, io::Input::of_feed(heard, "the log")); });
  if (!taken) {
    ++skipped_;
    return {};
  }
  // The answering thread releases the listener at the log's end.
  const std::shared_ptr<HeardLog> ended(heard.get(), [heard](HeardLog* log) { log->end(); });
  return [this, ended, hears = true](std::string_view bytes) mutable {
    if (hears && !ended->say(bytes)) {
      hears = false;
      ++cut_;
    }
    return true;
  };
}

// Sites are cached across logs, because the same frames recur.
void KeptReports::group_short(Project& project, const SentLog& log) {
  if (!sites_ || bytes_of_sites_ > most_bytes_of_sites) {
    sites_ = std::make_unique<group::Sites>(rules_);
    bytes_of_sites_ = 0;
  }
  bytes_of_sites_ += log.size;
  group(project, io::Input::of_memory(log.bytes, "the log"), *sites_);
}

void KeptReports::group_long(Project& project, std::unique_ptr<io::Input> log) {
  bool is_given_up = false;
  log->tell([&](std::string_view) {
    is_given_up = Clock::now() > ends_by_.load();
    return !is_given_up;
  });
  group::Sites sites(rules_);
  group(project, std::move(log), sites);
  if (is_given_up) ++unread_;
}

void KeptReports::group(Project& project, std::unique_ptr<io::Input> log, group::Sites& sites) {
  group::Groups groups;
  groups.keep_at_most(most_groups_at_hand);
  auto handed_over = Clock::now();
  auto desk = project.desks.take();
  const auto done =
      desk->read_reports(std::move(log), name_of_log(), sites, [&](const group::Report& report) {
        groups.add(group::signature_of(report, sites, rules_), report);
        ++reports_;
        if (groups.size() < most_groups_at_hand && Clock::now() - handed_over < kept_at_hand) return;
        hand_over(project, groups);
        handed_over = Clock::now();
      });
  groups.end_log();
  hand_over(project, groups);
  if (!done) ++unread_;
}

void KeptReports::hand_over(Project& project, group::Groups& groups) {
  auto found = groups.take_all();
  if (found.empty()) return;
  project.groups->add(std::move(found));
  const std::lock_guard lock(lock_);
  if (std::exchange(has_fresh_, true)) return;
  changed_.notify_all();
}

// Crashes are written soon after they arrive, unless writing takes long.
void KeptReports::write_now_and_then() {
  come_behind();
  std::unique_lock lock(lock_);
  while (!over_) {
    changed_.wait_for(lock, between_tidyings, [this] { return over_ || has_fresh_; });
    if (changed_.wait_for(lock, between_writes, [this] { return over_; })) break;
    const auto begun = Clock::now();
    has_fresh_ = false;
    lock.unlock();
    const bool is_written = write_all();
    lock.lock();
    has_fresh_ = has_fresh_ || !is_written;
    const Clock::duration rest =
        is_written ? (Clock::now() - begun) * part_for_writing : Clock::duration(after_failure);
    changed_.wait_for(lock, rest, [this] { return over_; });
  }
  const bool is_all_written = !has_fresh_;
  lock.unlock();
  if (!is_all_written) write_all();
}

// If there is no memory to write, the reports wait.
Result<void> KeptReports::surely_write(Project& project) {
  try {
    return project.groups->write();
  } catch (const std::bad_alloc&) {
    return fail("not enough memory");
  }
}

// Returns false if not all could be written.
bool KeptReports::write_all() {
  std::vector<Project*> projects;
  {
    const std::lock_guard lock(lock_);
    projects = projects_;
  }
  std::string trouble;
  for (Project* const project : projects)
    if (const auto written = surely_write(*project); !written) trouble = written.error().message;
  if (!trouble.empty()) ++unwritten_;
  // Warns once, until writing succeeds again.
  if (!trouble.empty() && !is_in_trouble_)
    settings_.warn(say("crash groups cannot be written yet: ", trouble));
  is_in_trouble_ = !trouble.empty();
  return trouble.empty();
}

ReportCounts KeptReports::state() const {
  return {.reports = reports_,
          .skipped = skipped_,
          .cut = cut_,
          .unread = unread_,
          .unwritten = unwritten_,
          .waiting = small_.state().waiting + large_.state().waiting};
}

}  // namespace symkit::service
