#include "serve/service/kept_reports.h"

#include <new>
#include <utility>

#include "ground/base/scheduling.h"
#include "ground/base/words.h"
#include "reports/group/circumstances.h"
#include "reports/group/signature.h"

namespace symkit::service {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_sites = 20'000;  // of one log at a time, some 10 MB
constexpr std::size_t most_free_sites = 8;
constexpr std::size_t most_groups_at_hand = 1'000;
constexpr std::chrono::seconds kept_at_hand{1};
constexpr std::chrono::seconds between_writes{2};
constexpr std::chrono::seconds after_failure{5};
constexpr std::chrono::hours between_tidyings{24};  // to expire old groups
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

KeptReports::KeptReports(WarningSink warn)
    : warn_(std::move(warn)), writer_([this] { write_now_and_then(); }) {}

KeptReports::~KeptReports() {
  {
    const std::lock_guard lock(lock_);
    over_ = true;
  }
  changed_.notify_all();
  writer_.join();
}

void KeptReports::serve(Project& project) {
  const std::lock_guard lock(lock_);
  projects_.push_back(&project);
}

std::unique_ptr<group::Sites> KeptReports::take_sites() {
  {
    const std::lock_guard lock(lock_);
    if (!free_sites_.empty()) {
      auto sites = std::move(free_sites_.back());
      free_sites_.pop_back();
      return sites;
    }
  }
  return std::make_unique<group::Sites>(rules_, most_sites);
}

void KeptReports::put_back(std::unique_ptr<group::Sites> sites) {
  const std::lock_guard lock(lock_);
  if (free_sites_.size() < most_free_sites) free_sites_.push_back(std::move(sites));
}

void KeptReports::add(Project& project, std::vector<group::Group> groups, std::uint64_t reports) {
  reports_ += reports;
  if (groups.empty()) return;
  project.groups->add(std::move(groups));
  const std::lock_guard lock(lock_);
  if (!std::exchange(has_fresh_, true)) changed_.notify_all();
}

HeardCrashes::HeardCrashes(KeptReports& kept, Project& project, Count when)
    : kept_(kept), project_(project), when_(when), log_(name_of_log()), sites_(kept.take_sites()) {
  groups_.keep_at_most(most_groups_at_hand);
}

group::LogReader& HeardCrashes::reader_of(std::string_view part) {
  return reader_.emplace(*sites_, part.empty() ? log_ : say(log_, ' ', part),
                         [this](const group::Report& report) { take(report); });
}

void HeardCrashes::take(const group::Report& report) {
  groups_.add(group::signature_of(report, *sites_, kept_.rules_), report);
  ++reports_;
  if (when_ == Count::AtTheEnd) return;
  if (groups_.size() >= most_groups_at_hand || Clock::now() - handed_over_ >= kept_at_hand) hand_over();
}

void HeardCrashes::finish() {
  try {
    groups_.end_log();
    hand_over();
    kept_.put_back(std::move(sites_));
  } catch (const std::bad_alloc&) {  // the answer is complete all the same
  }
}

void HeardCrashes::hand_over() {
  kept_.add(project_, groups_.take_all(), std::exchange(reports_, 0));
  handed_over_ = Clock::now();
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
  if (!trouble.empty() && !is_in_trouble_) warn_(say("crash groups cannot be written yet: ", trouble));
  is_in_trouble_ = !trouble.empty();
  return trouble.empty();
}

}  // namespace symkit::service
