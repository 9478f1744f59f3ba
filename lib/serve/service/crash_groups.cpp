#include "serve/service/crash_groups.h"

#include <algorithm>
#include <new>
#include <random>
#include <utility>

#include "ground/base/words.h"

namespace symkit::service {
namespace {

// Repeated reads see other services' changes after this time.
constexpr std::chrono::seconds reading_holds{1};
constexpr int most_tries = 20;  // other services write, too

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Unique: two services may well write the same counts.
std::string new_mark() {
  std::random_device random;
  return say("by ", hex((std::uint64_t{random()} << 32U) | random()));
}

// The stored text: a line with the mark of its write, followed by the ledger.
struct Kept {
  std::string mark;
  group::Ledger ledger;
};

Result<Kept> read_kept(std::string_view text, const group::Ledger::Limits& limits) {
  if (text.empty()) return Kept{.mark = {}, .ledger = group::Ledger(limits)};
  const std::size_t end = std::min(text.find('\n'), text.size());
  auto ledger = group::Ledger::of_text(text.substr(std::min(end + 1, text.size())), limits);
  if (!ledger) return fail(ledger.error());
  return Kept{.mark = std::string(text.substr(0, end)), .ledger = std::move(*ledger)};
}

}  // namespace

CrashGroups::CrashGroups(std::unique_ptr<store::SharedText> place, group::Ledger::Limits limits)
    : limits_(limits),
      place_(std::move(place)),
      ledger_(std::make_shared<const group::Ledger>(limits)),
      fresh_(limits) {}

Result<void> CrashGroups::open() {
  const std::lock_guard lock(store_lock_);
  const auto newer = place_->newer_than(0);
  if (!newer && !place_->is_far()) return fail(newer.error());
  if (!newer || !*newer) return {};
  const auto read = read_kept((*newer)->text, limits_);
  if (!read) return fail(read.error().within(place_->place()));
  return {};
}

void CrashGroups::add(std::vector<group::Group> found) {
  const std::lock_guard lock(lock_);
  fresh_.add(std::move(found), now());
}

// Called with the store's lock held.
Result<void> CrashGroups::refresh() {
  const auto newer = place_->newer_than(version_);
  if (!newer) return fail(newer.error());
  read_at_ = Clock::now();
  if (!*newer) return {};
  auto read = read_kept((*newer)->text, limits_);
  if (!read) return fail(read.error().within(place_->place()));
  ledger_ = std::make_shared<const group::Ledger>(std::move(read->ledger));
  version_ = (*newer)->number;
  mark_ = std::move(read->mark);
  return {};
}

group::Ledger CrashGroups::take_fresh() {
  const std::lock_guard lock(lock_);
  return std::exchange(fresh_, group::Ledger(limits_));
}

void CrashGroups::give_back(const group::Ledger& found) {
  const std::lock_guard lock(lock_);
  fresh_.add(found, now());
}

Result<void> CrashGroups::write() {
  const std::lock_guard store_lock(store_lock_);
  if (auto read = refresh(); !read) return read;
  // A failed write may have reached the store all the same; if not, its content is written again.
  if (tried_ && tried_->mark != mark_) give_back(tried_->found);
  tried_.reset();
  group::Ledger fresh = take_fresh();
  try {
    auto done = write(fresh);
    if (!done && !tried_) give_back(fresh);
    return done;
  } catch (const std::bad_alloc&) {
    if (!tried_) give_back(fresh);
    throw;
  }
}

Result<void> CrashGroups::write(group::Ledger& fresh) {
  for (int tries = 0; tries < most_tries; ++tries) {
    group::Ledger next = *ledger_;
    next.add(fresh, now());
    next.expire(now());
    if (next.reports() == ledger_->reports() && fresh.reports() == 0) return {};
    const std::string mark = new_mark();
    const auto written = place_->follow(version_, say(mark, '\n', next.text()));
    if (!written) {
      tried_ = Tried{.found = std::move(fresh), .mark = mark};
      return fail(written.error());
    }
    if (*written) {
      ledger_ = std::make_shared<const group::Ledger>(std::move(next));
      ++version_;
      mark_ = mark;
      return {};
    }
    // Another service was first; or this write did succeed, but was sent twice as the store's answer got
    // lost.
    if (auto read = refresh(); !read) return read;
    if (mark_ == mark) return {};
  }
  return fail(say(place_->place(), ": other writers change it all the time"));
}

Result<CrashGroups::SharedLedger> CrashGroups::read() {
  const std::lock_guard lock(store_lock_);
  if (Clock::now() - read_at_ < reading_holds) return ledger_;
  if (const auto read = refresh(); !read) return fail(read.error());
  return ledger_;
}

}  // namespace symkit::service
