#include "keep/fetch/downloads.h"

#include <algorithm>
#include <charconv>
#include <unistd.h>
#include <utility>

#include "ground/base/helper_program.h"
#include "ground/base/words.h"
#include "keep/fetch/client_cache.h"

namespace symkit::fetch {
namespace {

// A log can name any number of images.
constexpr std::size_t most_wanted = 20'000;

// Removes and returns the text before the next blank; the blank is removed, too.
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

void Downloads::expect(const Wanted& wanted) {
  std::unique_lock lock(mutex_);
  ask(lock, wanted);
}

Result<std::string> Downloads::get(const Wanted& wanted) {
  std::unique_lock lock(mutex_);
  Request& request = ask(lock, wanted);
  if (!request.is_settled && before_waiting_) {
    lock.unlock();
    before_waiting_();
    lock.lock();
  }
  ++request.waiting;
  wait_for(lock, request);
  --request.waiting;
  if (request.is_settled) return request.path;
  request.was_missed = true;
  missed_.insert(request.number);
  return fail(std::string(still_on_its_way));
}

// The waiting time may be changed meanwhile.
void Downloads::wait_for(std::unique_lock<std::mutex>& lock, const Request& request) {
  while (!request.is_settled) {
    if (!patience_) {
      changed_.wait(lock);
      continue;
    }
    const Clock::time_point until = std::max(request.asked, patience_began_) + *patience_;
    if (Clock::now() >= until) return;
    changed_.wait_until(lock, until);
  }
}

void Downloads::wait_for_missed() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return missed_.empty(); });
}

std::optional<Wanted> Downloads::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !to_give_.empty() || taken_ == requests_.size(); });
  if (to_give_.empty()) return std::nullopt;
  Request& first = *to_give_.begin()->second;
  to_give_.erase(to_give_.begin());
  first.is_taken = true;
  ++taken_;
  return first.wanted;
}

const Downloads::Request* Downloads::find(const Wanted& wanted) const {
  const auto found = requests_.find(wanted.key());
  return found == requests_.end() ? nullptr : &found->second;
}

std::string Downloads::called(const Wanted& wanted) const {
  const std::lock_guard lock(mutex_);
  const Request* const request = find(wanted);
  return request == nullptr ? std::string() : request->called;
}

bool Downloads::is_settled(const Wanted& wanted) const {
  const std::lock_guard lock(mutex_);
  const Request* const request = find(wanted);
  return request != nullptr && request->is_settled;
}

bool Downloads::was_missed(const Wanted& wanted) const {
  const std::lock_guard lock(mutex_);
  const Request* const request = find(wanted);
  return request != nullptr && request->was_missed;
}

void Downloads::reject(const Wanted& wanted) {
  std::unique_lock lock(mutex_);
  Request& request = ask(lock, wanted);
  if (!request.is_settled || !request.path) return;
  if (!request.from.empty())
    request.tried.push_back(std::exchange(request.from, {}) + ": the file that it sent has another id");
  request.is_settled = false;
  request.called.clear();
  if (request.was_missed) missed_.insert(request.number);
  to_give_.erase(request.number);
  if (std::exchange(request.is_taken, false)) --taken_;
  send(lock, "wrong " + wanted.key() + "\n");
  if (!trouble_.empty() && !request.is_settled) settle(request, fail(trouble_));
}

void Downloads::release(const Wanted& wanted) {
  const std::lock_guard lock(mutex_);
  const auto found = requests_.find(wanted.key());
  if (options_.keeps || found == requests_.end() || !found->second.path) return;
  if (!std::exchange(found->second.is_new, false)) return;
  const std::string& path = *found->second.path;
  for (const std::string& one : {path, headers_path(path)}) ::unlink(one.c_str());
  ::rmdir(path.substr(0, path.rfind('/')).c_str());  // only if empty
}

std::vector<Transfer> Downloads::under_way() const {
  const std::lock_guard lock(mutex_);
  std::vector<Transfer> all;
  all.reserve(transfers_.size());
  for (const auto& [number, transfer] : transfers_) all.push_back(transfer);
  return all;
}

std::vector<Outcome> Downloads::outcomes() const {
  const std::lock_guard lock(mutex_);
  std::map<std::size_t, Outcome> in_order;
  for (const auto& [key, request] : requests_)
    in_order.emplace(request.number, Outcome{request.wanted, request.from, request.sighting, request.tried});
  std::vector<Outcome> all;
  all.reserve(in_order.size());
  for (auto& [number, outcome] : in_order) all.push_back(std::move(outcome));
  return all;
}

std::vector<std::string> Downloads::notes() const {
  const std::lock_guard lock(mutex_);
  return notes_;
}

Downloads::Request& Downloads::ask(std::unique_lock<std::mutex>& lock, const Wanted& wanted) {
  const auto [place, is_new] = requests_.try_emplace(wanted.key());
  Request& request = place->second;
  if (!is_new) return request;
  request.number = requests_.size();
  request.wanted = wanted;
  if (trouble_.empty() && !process_.runs() && !start())
    trouble_ =
        say("fetching needs ", options_.program, ", which is missing or was built for another C library");
  if (requests_.size() > most_wanted) {
    settle(request, fail(say("at most ", most_wanted, " files are fetched in one run")));
    return request;
  }
  if (trouble_.empty()) send(lock, wanted.question() + "\n");
  if (!trouble_.empty() && !request.is_settled) settle(request, fail(trouble_));
  return request;
}

// Writes with the lock released: the process may itself be writing, and its output is received under the
// lock.
void Downloads::send(std::unique_lock<std::mutex>& lock, const std::string& line) {
  lock.unlock();
  static_cast<void>(process_.say_line(line));  // if it has ended, give_up() follows when that is noticed
  lock.lock();
}

bool Downloads::start() {
  std::vector<std::string> words = {options_.program};
  if (options_.under_way_changed) words.emplace_back("--progress");
  if (options_.only_looks) words.emplace_back("--look");
  for (const Server& server : options_.servers) words.push_back(server.written());
  const bool runs = process_.start(std::move(words), by_lines([this](std::string_view line) { hear(line); }),
                                   [this] { give_up(); });
  if (runs && prepare_) preparer_ = std::thread([this] { prepare_all(); });
  return runs;
}

// tools/fetcher/main.cpp lists the messages.
void Downloads::hear(std::string_view line) {
  const std::string_view first = take_word(line);
  if (first == "dead") return options_.warn(say(take_word(line), ": ", line, "; not tried again"));
  {
    const std::lock_guard lock(mutex_);
    if (first == "trouble") return trouble_ = line, void();
    if (first == "kind") return notes_.emplace_back(line), void();
    const auto found = requests_.find(first);
    if (found == requests_.end() || found->second.is_settled) return;
    const std::string_view verb = take_word(line);
    take(found->second, verb, line);
  }
  if (options_.under_way_changed) options_.under_way_changed(*this);
}

void Downloads::take(Request& request, std::string_view verb, std::string_view rest) {
  if (verb == "at") {
    const auto [place, is_first] = transfers_.try_emplace(request.number);
    Transfer& transfer = place->second;
    const bool nothing_came = is_first || transfer.done == 0;
    transfer.name = request.wanted.name;
    transfer.done = take_number(rest);
    if (nothing_came) {
      transfer.before = transfer.done;
      transfer.begun = Clock::now();
    }
    transfer.total = take_number(rest);
    transfer.what = take_word(rest);
    transfer.server = rest;
    return;
  }
  if (verb == "from") request.from = rest;
  if (verb == "called") request.called = rest;
  if (verb == "tried") request.tried.emplace_back(rest);
  if (verb == "none") settle(request, fail(std::string(rest)));
  if (verb == "have" || verb == "new") come(request, verb == "new", rest);
  if (verb == "found") found(request, rest);
}

void Downloads::come(Request& request, bool is_new, std::string_view path) {
  request.is_new = is_new;
  if (!is_new) request.from = say(path, ", downloaded earlier");
  if (!prepare_ || !request.wanted.source.empty() || request.wanted.is_code)
    return settle(request, std::string(path));
  transfers_.erase(request.number);
  request.path = std::string(path);
  to_prepare_.emplace(request.number, &request);
  changed_.notify_all();
}

void Downloads::found(Request& request, std::string_view rest) {
  Sighting sighting;
  sighting.size = take_number(rest);
  sighting.what = take_word(rest);
  sighting.server = rest;
  request.sighting = std::move(sighting);
  settle(request, fail("it was not downloaded (--dry-run)"));
}

void Downloads::settle(Request& request, Result<std::string> path) {
  request.is_settled = true;
  to_give_.emplace(request.number, &request);
  to_prepare_.erase(request.number);
  transfers_.erase(request.number);
  missed_.erase(request.number);
  request.path = std::move(path);
  changed_.notify_all();
}

void Downloads::give_up() {
  const std::lock_guard lock(mutex_);
  if (trouble_.empty()) trouble_ = "symkit-fetch has ended";
  for (auto& [key, request] : requests_)
    if (!request.is_settled && !to_prepare_.contains(request.number)) settle(request, fail(trouble_));
}

void Downloads::prepare_all() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    Request* const request = next_to_prepare();
    if (request == nullptr) {
      changed_.wait(lock);
      continue;
    }
    const Wanted image = request->wanted;
    const std::string path = *request->path;
    lock.unlock();
    prepare_(image, path);
    lock.lock();
    settle(*request, path);
  }
}

// The first that a thread waits for, else the first.
Downloads::Request* Downloads::next_to_prepare() {
  if (to_prepare_.empty()) return nullptr;
  const auto urgent =
      std::ranges::find_if(to_prepare_, [](const auto& one) { return one.second->waiting != 0; });
  return urgent == to_prepare_.end() ? to_prepare_.begin()->second : urgent->second;
}

}  // namespace symkit::fetch
