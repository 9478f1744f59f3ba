// The text: "symgroup ledger 1", "forgotten 5" (groups of at most 5 reports were), then for each group a
// line "group", followed by its lines "day", "frame", "version", "device" and "example".
#include "reports/group/ledger.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "reports/group/fields.h"

namespace symkit::group {
namespace {

constexpr std::string_view ledger_heading = "symgroup ledger 1";
constexpr std::int64_t day_in_seconds = 86'400;
constexpr std::size_t longest_text = 500;
constexpr std::size_t most_frames_kept = 24;

void cut(std::string& text) {
  if (text.size() <= longest_text) return;
  std::size_t end = longest_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // within a character
  text.resize(end);
  text.shrink_to_fit();
  text += "…";
}

// The group without anything specific to one run, and with texts of bounded length.
Group kept_of(Group&& group) {
  Signature& signature = group.signature;
  signature.key.clear();
  signature.frames.resize(std::min(signature.frames.size(), most_frames_kept));
  signature.depth = std::min(signature.depth, signature.frames.size());
  for (std::string* text : {&signature.kind, &signature.text, &signature.message}) cut(*text);
  for (TellingFrame& frame : signature.frames)
    for (std::string* text : {&frame.function, &frame.name, &frame.key, &frame.file, &frame.image})
      cut(*text);
  for (Place& place : group.examples) cut(place.log);
  group.last_run.clear();
  group.evidence.reset();
  group.tree.reset();
  return std::move(group);
}

// The approximate size in memory.
std::size_t bytes_of(const Group& group) {
  const Signature& signature = group.signature;
  std::size_t bytes =
      sizeof(Group) + signature.kind.size() + signature.text.size() + signature.message.size();
  for (const TellingFrame& frame : signature.frames)
    bytes += sizeof(TellingFrame) + frame.function.size() + frame.name.size() + frame.key.size() +
             frame.file.size() + frame.image.size();
  return bytes;
}

std::uint64_t flags_of(const Signature& signature) {
  const std::uint64_t clue = static_cast<std::uint8_t>(signature.clue);
  return (signature.is_own ? 1U : 0U) | (signature.lacks_names ? 2U : 0U) | (signature.is_crash ? 4U : 0U) |
         clue << 3U;
}

void append_tallied_rows(std::string& out, std::string_view what, const Tallied& tallied) {
  for (const auto& [word, times] : tallied.times()) append_row(out, what, times, std::string_view(word));
  if (tallied.others() != 0) append_row(out, what, tallied.others(), std::string_view());
}

}  // namespace

void Ledger::count_anew(Entry& entry) {
  const auto sum = [](const std::map<std::int64_t, std::uint64_t>& days) {
    std::uint64_t all = 0;
    for (const auto& [day, times] : days) all += times;
    return all;
  };
  reports_ -= entry.group.count;
  entry.group.count = sum(entry.group.seen.days);
  entry.group.logged = sum(entry.logged);
  reports_ += entry.group.count;
}

void Ledger::take(Entry& entry, Group&& found, std::int64_t now) {
  const std::int64_t day = now / day_in_seconds;
  const std::uint64_t count = found.count, logged = found.logged;
  found.count = found.logged = 0;
  found.seen.first = found.seen.last = now;
  found.seen.days = {{day, count}};
  if (entry.bytes == 0) {
    entry.group = kept_of(std::move(found));
    entry.group.missed += forgotten_.most;
  } else {
    entry.group.add(kept_of(std::move(found)));
    // The limits bound the number of days, and each report counts in one.
    if (!entry.group.seen.days.contains(day)) entry.group.seen.days[day] = count;
  }
  if (logged != 0) entry.logged[day] += logged;
  bytes_ -= entry.bytes;
  entry.bytes = bytes_of(entry.group);
  bytes_ += entry.bytes;
  count_anew(entry);
}

std::vector<Ledger::Counted> Ledger::add(std::vector<Group> found, std::int64_t now) {
  if (now / day_in_seconds != expired_on_) expire(now);
  std::vector<Counted> counted;
  for (Group& group : found) {
    const auto [at, is_new] = entries_.try_emplace(group.signature.id);
    counted.push_back({.id = at->first, .reports = group.count, .is_new = is_new});
    take(at->second, std::move(group), now);
    if (is_full()) forget_rarest();
  }
  return counted;
}

// Each day has its own count; Seen would drop the counts of days beyond its limit.
void Ledger::add_days(Entry& entry, const Entry& other) {
  for (const auto& [day, times] : other.group.seen.days) entry.group.seen.days[day] += times;
  for (const auto& [day, times] : other.logged) entry.logged[day] += times;
}

void Ledger::add(const Ledger& other, std::int64_t now) {
  if (now / day_in_seconds != expired_on_) expire(now);
  // The other ledger's forgotten reports may be of any group that it does not have.
  for (auto& [id, entry] : entries_)
    if (!other.entries_.contains(id)) entry.group.missed += other.forgotten_.most;
  for (const auto& [id, more] : other.entries_) {
    const auto [at, is_new] = entries_.try_emplace(id, more);
    Entry& entry = at->second;
    if (is_new) {
      entry.group.missed += forgotten_.most;
      entry.group.count = 0;
      bytes_ += entry.bytes;
    } else {
      Group found = more.group;
      found.count = found.logged = 0;
      found.seen.days.clear();
      entry.group.add(found);
      add_days(entry, more);
    }
    count_anew(entry);
    if (is_full()) forget_rarest();
  }
  const std::uint64_t most = forgotten_.most + other.forgotten_.most;
  forgotten_.add(other.forgotten_);
  forgotten_.most = most;
}

void Ledger::expire(std::int64_t now) {
  expired_on_ = now / day_in_seconds;
  const std::int64_t first = expired_on_ - limits_.days + 1;
  for (auto& [id, entry] : entries_) {
    for (auto* days : {&entry.group.seen.days, &entry.logged})
      days->erase(days->begin(), days->lower_bound(first));
    count_anew(entry);
  }
  std::erase_if(entries_, [&](const auto& named) {
    if (named.second.group.count != 0) return false;
    bytes_ -= named.second.bytes;
    return true;
  });
}

void Ledger::forget_rarest() {
  std::vector<Tallying> all;
  all.reserve(entries_.size());
  for (const auto& [id, entry] : entries_) all.push_back({id, entry.group.count, entry.group.missed});
  const auto gone = rarest(all, entries_.size() / 2, forgotten_);
  std::size_t i = 0;
  std::erase_if(entries_, [&](const auto& named) {
    if (!gone[i++]) return false;
    reports_ -= named.second.group.count;
    bytes_ -= named.second.bytes;
    return true;
  });
}

std::vector<const Group*> Ledger::by_count() const {
  std::vector<const Group*> all;
  all.reserve(entries_.size());
  for (const auto& [id, entry] : entries_) all.push_back(&entry.group);
  std::ranges::sort(all, [](const Group* a, const Group* b) {
    return is_before(*a, *b) || (!is_before(*b, *a) && a->signature.id < b->signature.id);
  });
  return all;
}

const Group* Ledger::find(std::string_view id) const {
  const auto at = entries_.find(id);
  return at == entries_.end() ? nullptr : &at->second.group;
}

std::string Ledger::text() const {
  std::string out = say(ledger_heading, '\n');
  if (forgotten_.most != 0) append_row(out, "forgotten", forgotten_.most);
  const auto time = [](const std::optional<std::int64_t>& at) {
    return static_cast<std::uint64_t>(at.value_or(0));
  };
  for (const auto& [id, entry] : entries_) {
    const Group& group = entry.group;
    const Signature& signature = group.signature;
    const std::uint64_t depth = signature.depth;
    append_row(out, "group", std::string_view(id), group.missed, flags_of(signature), depth,
               time(group.seen.first), time(group.seen.last), std::string_view(signature.kind),
               std::string_view(signature.text), std::string_view(signature.message));
    for (const auto& [day, times] : group.seen.days) {
      const auto logged = entry.logged.find(day);
      append_row(out, "day", static_cast<std::uint64_t>(day), times,
                 logged == entry.logged.end() ? std::uint64_t{0} : logged->second);
    }
    for (const TellingFrame& frame : signature.frames)
      append_row(out, "frame", std::uint64_t{frame.line}, std::uint64_t{frame.is_message ? 1U : 0U},
                 std::string_view(frame.function), std::string_view(frame.name), std::string_view(frame.key),
                 std::string_view(frame.file), std::string_view(frame.image));
    append_tallied_rows(out, "version", group.seen.versions);
    append_tallied_rows(out, "device", group.seen.devices);
    for (const Place& place : group.examples)
      append_row(out, "example", place.line, std::string_view(place.log));
  }
  return out;
}

// Reads what text() wrote.
class Ledger::Reader {
 public:
  explicit Reader(Ledger& ledger) : ledger_(ledger) {}

  // False if the line is not a ledger line.
  bool take(std::string_view line) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const std::string_view what = line.substr(0, tab);
    Fields fields(line.substr(std::min(tab + 1, line.size())));
    if (what == "forgotten") {
      ledger_.forgotten_.most = fields.number<std::uint64_t>();
      return fields.were_all();
    }
    if (what == "group") return begin(fields);
    if (entry_ == nullptr) return false;
    if (what == "day") return take_day(fields);
    if (what == "frame") return take_frame(fields);
    if (what == "version") return take_tallied(fields, entry_->group.seen.versions);
    if (what == "device") return take_tallied(fields, entry_->group.seen.devices);
    if (what == "example") return take_example(fields);
    return false;
  }

  void end() {
    if (entry_ == nullptr) return;
    Signature& signature = entry_->group.signature;
    signature.depth = std::min(signature.depth, signature.frames.size());
    entry_->bytes = bytes_of(entry_->group);
    ledger_.bytes_ += entry_->bytes;
    ledger_.count_anew(*entry_);
    entry_ = nullptr;
    if (ledger_.is_full()) ledger_.forget_rarest();
  }

 private:
  bool begin(Fields& fields) {
    end();
    const std::string id = fields.text();
    const auto [at, is_new] = ledger_.entries_.try_emplace(id);
    if (!is_new) return false;
    entry_ = &at->second;
    Group& group = entry_->group;
    Signature& signature = group.signature;
    signature.id = id;
    group.missed = fields.number<std::uint64_t>();
    const auto flags = fields.number<std::uint32_t>();
    signature.is_own = (flags & 1U) != 0;
    signature.lacks_names = (flags & 2U) != 0;
    signature.is_crash = (flags & 4U) != 0;
    const std::uint32_t clue = flags >> 3U;
    if (clue > static_cast<std::uint8_t>(Clue::StackGuard)) return false;
    signature.clue = static_cast<Clue>(clue);
    signature.depth = fields.number<std::uint32_t>();
    group.seen.first = static_cast<std::int64_t>(fields.number<std::uint32_t>());
    group.seen.last = static_cast<std::int64_t>(fields.number<std::uint32_t>());
    signature.kind = fields.text();
    signature.text = fields.text();
    signature.message = fields.text();
    return fields.were_all();
  }

  bool take_day(Fields& fields) {
    const std::int64_t day = fields.number<std::uint32_t>();
    entry_->group.seen.days[day] = fields.number<std::uint64_t>();
    if (const auto logged = fields.number<std::uint64_t>(); logged != 0) entry_->logged[day] = logged;
    return fields.were_all();
  }

  bool take_frame(Fields& fields) {
    TellingFrame frame{.line = fields.number<std::uint32_t>()};
    frame.is_message = fields.number<std::uint8_t>() != 0;
    for (std::string* text : {&frame.function, &frame.name, &frame.key, &frame.file, &frame.image})
      *text = fields.text();
    entry_->group.signature.frames.push_back(std::move(frame));
    return fields.were_all() && entry_->group.signature.frames.size() <= most_frames_kept;
  }

  static bool take_tallied(Fields& fields, Tallied& tallied) {
    const auto times = fields.number<std::uint64_t>();
    tallied.add(fields.text(), times);
    return fields.were_all();
  }

  bool take_example(Fields& fields) {
    Place place{.line = fields.number<std::uint64_t>()};
    place.log = fields.text();
    entry_->group.examples.push_back(std::move(place));
    return fields.were_all() && entry_->group.examples.size() <= Groups::most_examples;
  }

  Ledger& ledger_;
  Entry* entry_ = nullptr;
};

Result<Ledger> Ledger::of_text(std::string_view text, Limits limits) {
  Ledger ledger(limits);
  Reader reader(ledger);
  Result<void> done;
  std::size_t number = 0;
  each_line(text, [&](std::string_view line) {
    if (!done) return;
    line.remove_suffix(line_end_of(line).size());
    ++number;
    const bool is_good = number == 1 ? line == ledger_heading : reader.take(line);
    if (!is_good) done = fail(say("line ", number, " is not a valid line of a ledger"));
  });
  if (!done) return fail(done.error());
  if (number == 0) return fail("is empty, not a ledger of groups");
  reader.end();
  return ledger;
}

}  // namespace symkit::group
