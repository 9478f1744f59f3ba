// Groups of crashes whose logs arrive one after another over a long time. They are counted by the day of
// arrival and forgotten when no log has arrived for a number of days. A ledger can be written as a text,
// for callers that store it in a file or elsewhere. Memory is bounded, however many reports there are and
// whatever they contain.
//
// A ledger may be used by only one thread at a time. Reading a log takes time, but needs no lock:
//
//     Groups groups;  // filled by a ReportReader
//     { lock; ledger.add(groups.take_all(), now); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "reports/group/forgetting.h"
#include "reports/group/groups.h"

namespace symkit::group {

class Ledger {
 public:
  struct Limits {
    std::size_t groups = 10'000;     // above this the rarer half is forgotten
    std::size_t bytes = 64'000'000;  // of texts; above this, too
    std::int64_t days = 45;          // how long a report counts, including the day on which it arrived
  };
  // What an added log contributed to one group.
  struct Counted {
    std::string id = {};
    std::uint64_t reports = 0;
    bool is_new = false;  // no report of the group was there before
  };

  Ledger() : Ledger(Limits{}) {}
  explicit Ledger(Limits limits) : limits_(limits) {}

  // Reads what text() wrote. Errors name the line.
  static Result<Ledger> of_text(std::string_view text, Limits limits);
  std::string text() const;

  // `now`: seconds since 1970. First and last times of groups, and their days, are those at which their
  // logs arrived: the clocks of other machines may be wrong.
  std::vector<Counted> add(std::vector<Group> found, std::int64_t now);
  // Adds what another ledger has counted from other logs.
  void add(const Ledger& other, std::int64_t now);
  // Removes what arrived too long ago. Adding does so too, once a day.
  void expire(std::int64_t now);

  // In the order of Groups; equal groups by their ids.
  std::vector<const Group*> by_count() const;
  // Null if there is none.
  const Group* find(std::string_view id) const;
  std::uint64_t reports() const { return reports_; }
  // Groups forgotten for lack of room, not because of age, since the ledger was made or read.
  const Forgotten& forgotten() const { return forgotten_; }

 private:
  struct Entry {
    Group group = {};
    std::map<std::int64_t, std::uint64_t> logged = {};  // by day, as part of `group.seen.days`
    std::size_t bytes = 0;
  };
  class Reader;

  void take(Entry& entry, Group&& found, std::int64_t now);
  static void add_days(Entry& entry, const Entry& other);
  void count_anew(Entry& entry);
  void forget_rarest();
  bool is_full() const { return entries_.size() > limits_.groups || bytes_ > limits_.bytes; }

  Limits limits_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::size_t bytes_ = 0;
  std::uint64_t reports_ = 0;
  std::int64_t expired_on_ = 0;  // the day
  Forgotten forgotten_;
};

}  // namespace symkit::group
