// Groups of crashes whose logs come one after the other over a long time: counted by the day on which they
// came, and forgotten when none has come for so many days. What is kept of them is a text, for whoever has a
// file or another place for it. Memory is bounded, however many reports there are and whatever is in them.
//
// A ledger is not for several threads at once. Reading a log takes time, and needs none:
//
//     Groups groups;
//     add_log(groups, log, "2026-11-23 #17", rules);
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
    std::size_t groups = 10'000;     // with more the rarer half is forgotten
    std::size_t bytes = 64'000'000;  // of texts; likewise
    std::int64_t days = 45;          // so long a report counts, the day on which it came included
  };
  // What an added log has of one group.
  struct Counted {
    std::string id = {};
    std::uint64_t reports = 0;
    bool is_new = false;  // none of these was there
  };

  Ledger() : Ledger(Limits{}) {}
  explicit Ledger(Limits limits) : limits_(limits) {}

  // As text() wrote it. Errors name the line.
  static Result<Ledger> of_text(std::string_view text, Limits limits);
  std::string text() const;

  // `now`: seconds since 1970. Groups' first and last times, and their days, are those at which their logs
  // came: clocks of other machines may say anything.
  std::vector<Counted> add(std::vector<Group> found, std::int64_t now);
  // What another has counted of other logs.
  void add(const Ledger& other, std::int64_t now);
  // Takes off what came too long ago. Adding does, too, once a day.
  void expire(std::int64_t now);

  // In the order of Groups; of equal ones by their ids.
  std::vector<const Group*> by_count() const;
  // Null: there is none.
  const Group* find(std::string_view id) const;
  std::uint64_t reports() const { return reports_; }
  // For want of room, not of age; since it was made, or read.
  const Forgotten& forgotten() const { return forgotten_; }

 private:
  struct Entry {
    Group group = {};
    std::map<std::int64_t, std::uint64_t> logged = {};  // by day; of `group.seen.days`
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
  std::int64_t expired_on_ = 0;  // day
  Forgotten forgotten_;
};

}  // namespace symkit::group
