#include "fetch/downloads.h"

#include <algorithm>
#include <charconv>
#include <unistd.h>
#include <utility>

#include "base/helper_program.h"
#include "base/words.h"

namespace symkit::fetch {
namespace {

// A log can name any number of images.
constexpr std::size_t most_wanted = 20'000;

// Names are for people only, and a line is a question.
std::string in_one_line(std::string_view name) {
  std::string clean(name.substr(0, 200));
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return clean;
}

// What stands before the next blank; the text goes on behind it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

std::uint64_t take_number(std::string_view& text) {
  const std::string_view word = take_word(text);
  std::uint64_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

}  // namespace

Downloads::Downloads(DownloadOptions options) : options_(std::move(options)) {
  if (options_.program.empty()) options_.program = helper_program("symkit-fetch");
}

Downloads::~Downloads() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    changed_.notify_all();
  }
  if (preparer_.joinable()) preparer_.join();
}

void Downloads::wait_at_most(std::optional<std::chrono::milliseconds> patience) {
  const std::lock_guard lock(mutex_);
  if (patience == patience_) return;
  patience_ = patience;
  patience_began_ = Clock::now();
  changed_.notify_all();
}

void Downloads::expect(const ImageId& id, std::string_view name) {
  std::unique_lock lock(mutex_);
  ask(lock, id, name);
}

Result<std::string> Downloads::get(const ImageId& id, std::string_view name) {
  std::unique_lock lock(mutex_);
  Wanted& wanted = ask(lock, id, name);
  if (!wanted.is_settled && before_waiting_) {
    lock.unlock();
    before_waiting_();
    lock.lock();
  }
  ++wanted.waiting;
  wait_for(lock, wanted);
  --wanted.waiting;
  if (wanted.is_settled) return wanted.path;
  wanted.was_missed = true;
  return fail(std::string(still_on_its_way));
}

// Who waits may be given less, or more, time meanwhile.
void Downloads::wait_for(std::unique_lock<std::mutex>& lock, const Wanted& wanted) {
  while (!wanted.is_settled) {
    if (!patience_) {
      changed_.wait(lock);
      continue;
    }
    const Clock::time_point until = std::max(wanted.asked, patience_began_) + *patience_;
    if (Clock::now() >= until) return;
    changed_.wait_until(lock, until);
  }
}

void Downloads::wait_for_missed() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return std::ranges::none_of(
        wanted_, [](const Entry& one) { return one.second.was_missed && !one.second.is_settled; });
  });
}

std::optional<ImageId> Downloads::next() {
  std::unique_lock lock(mutex_);
  while (true) {
    Entry* first = nullptr;
    bool is_any_left = false;
    for (Entry& one : wanted_) {
      if (one.second.is_taken) continue;
      is_any_left = true;
      const bool is_earlier = first == nullptr || one.second.number < first->second.number;
      if (one.second.is_settled && is_earlier) first = &one;
    }
    if (first != nullptr) {
      first->second.is_taken = true;
      return first->first;
    }
    if (!is_any_left) return std::nullopt;
    changed_.wait(lock);
  }
}

bool Downloads::is_on_its_way(const ImageId& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = wanted_.find(id);
  return found != wanted_.end() && !found->second.is_settled;
}

bool Downloads::was_missed(const ImageId& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = wanted_.find(id);
  return found != wanted_.end() && found->second.was_missed;
}

void Downloads::reject(const ImageId& id) {
  const std::lock_guard lock(mutex_);
  Wanted& wanted = wanted_[id];
  if (wanted.is_new && wanted.path) ::unlink(wanted.path->c_str());
  if (!wanted.from.empty())
    wanted.tried.push_back(say(std::exchange(wanted.from, {}), ": what was sent has another id"));
}

std::vector<Transfer> Downloads::under_way() const {
  const std::lock_guard lock(mutex_);
  std::map<std::size_t, const Transfer*> in_order;
  for (const Entry& one : wanted_)
    if (one.second.transfer) in_order.emplace(one.second.number, &*one.second.transfer);
  std::vector<Transfer> all;
  for (const auto& [number, transfer] : in_order) all.push_back(*transfer);
  return all;
}

std::vector<Outcome> Downloads::outcomes() const {
  const std::lock_guard lock(mutex_);
  std::map<std::size_t, Outcome> in_order;
  for (const auto& [id, wanted] : wanted_)
    in_order.emplace(wanted.number, Outcome{wanted.name, id, wanted.from, wanted.tried});
  std::vector<Outcome> all;
  for (auto& [number, outcome] : in_order) all.push_back(std::move(outcome));
  return all;
}

// Nobody may hold the lock while he writes: who reads that says something himself, and that is heard under
// the lock.
Downloads::Wanted& Downloads::ask(std::unique_lock<std::mutex>& lock, const ImageId& id,
                                  std::string_view name) {
  const auto [place, is_new] = wanted_.try_emplace(id);
  Wanted& wanted = place->second;
  if (!is_new) return wanted;
  wanted.number = wanted_.size();
  wanted.name = in_one_line(name);
  if (trouble_.empty() && !process_.runs() && !start())
    trouble_ = say(options_.program, ": cannot be started");
  if (wanted_.size() > most_wanted) {
    settle(wanted, fail(say("no more than ", most_wanted, " files are asked for in one run")));
    return wanted;
  }
  if (trouble_.empty()) {
    const std::string question = say(id.hex(), " ", wanted.name, "\n");
    lock.unlock();
    const bool is_asked = process_.say_line(question);
    lock.lock();
    if (!is_asked && trouble_.empty()) trouble_ = "symkit-fetch has ended";
  }
  if (!trouble_.empty() && !wanted.is_settled) settle(wanted, fail(trouble_));
  return wanted;
}

bool Downloads::start() {
  std::vector<std::string> words = {options_.program};
  if (options_.under_way_changed) words.emplace_back("--progress");
  words.insert(words.end(), options_.servers.begin(), options_.servers.end());
  const bool runs =
      process_.start(std::move(words), [this](std::string_view line) { hear(line); }, [this] { give_up(); });
  if (runs && prepare_) preparer_ = std::thread([this] { prepare_all(); });
  return runs;
}

// "<id> VERB …" of a file, or "dead <url> <why>" of a server.
void Downloads::hear(std::string_view line) {
  const std::string_view first = take_word(line);
  if (first == "dead") return options_.warn(say(take_word(line), ": ", line));
  if (first == "trouble") return options_.warn(std::string(line));
  const auto id = ImageId::parse(first);
  {
    const std::lock_guard lock(mutex_);
    const auto wanted = id ? wanted_.find(*id) : wanted_.end();
    if (wanted == wanted_.end() || wanted->second.is_settled) return;
    const std::string_view verb = take_word(line);
    take(wanted->second, verb, line);
  }
  if (options_.under_way_changed) options_.under_way_changed(*this);
}

// "at <bytes> <all> <what> <url>": on its way. "from <words>", "tried <words>": for people. Last comes one of
// "have <path>", of the cache; "new <path>"; "none <why>".
void Downloads::take(Wanted& wanted, std::string_view verb, std::string_view rest) {
  if (verb == "at") {
    const bool is_first = !wanted.transfer;
    if (is_first) wanted.transfer.emplace();
    Transfer& transfer = *wanted.transfer;
    transfer.name = wanted.name;
    transfer.done = take_number(rest);
    if (is_first) transfer.before = transfer.done;
    transfer.total = take_number(rest);
    transfer.what = take_word(rest);
    transfer.server = rest;
    return;
  }
  if (verb == "from") wanted.from = rest;
  if (verb == "tried") wanted.tried.emplace_back(rest);
  if (verb == "none") settle(wanted, fail(std::string(rest)));
  if (verb == "have" || verb == "new") come(wanted, verb == "new", rest);
}

void Downloads::come(Wanted& wanted, bool is_new, std::string_view path) {
  wanted.is_new = is_new;
  if (!is_new) wanted.from = say(path, ", fetched before");
  if (!prepare_) return settle(wanted, std::string(path));
  wanted.transfer.reset();
  wanted.path = std::string(path);
  wanted.is_to_prepare = true;
  changed_.notify_all();
}

void Downloads::settle(Wanted& wanted, Result<std::string> path) {
  wanted.is_settled = true;
  wanted.is_to_prepare = false;
  wanted.transfer.reset();
  wanted.path = std::move(path);
  changed_.notify_all();
}

void Downloads::give_up() {
  const std::lock_guard lock(mutex_);
  if (trouble_.empty()) trouble_ = "symkit-fetch has ended";
  for (auto& [id, wanted] : wanted_)
    if (!wanted.is_settled && !wanted.is_to_prepare) settle(wanted, fail(trouble_));
}

void Downloads::prepare_all() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    Entry* const entry = next_to_prepare();
    if (entry == nullptr) {
      changed_.wait(lock);
      continue;
    }
    Wanted& wanted = entry->second;
    const std::string name = wanted.name, path = *wanted.path;
    lock.unlock();
    prepare_(entry->first, name, path);
    lock.lock();
    settle(wanted, path);
  }
}

Downloads::Entry* Downloads::next_to_prepare() {
  Entry* best = nullptr;
  const auto is_better = [](const Wanted& one, const Wanted& other) {
    const bool is_urgent = one.waiting != 0, is_other_urgent = other.waiting != 0;
    return is_urgent != is_other_urgent ? is_urgent : one.number < other.number;
  };
  for (Entry& one : wanted_)
    if (one.second.is_to_prepare && (best == nullptr || is_better(one.second, best->second))) best = &one;
  return best;
}

}  // namespace symkit::fetch
