#include "keep/fetch/objects.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "ground/base/helper_program.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

template <class Number>
bool take_number_of(std::string_view& line, Number& number) {
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (line.starts_with(' ')) line.remove_prefix(1);
  return error == std::errc();
}

bool take_verb(std::string_view& line, std::string_view verb) {
  if (!line.starts_with(verb)) return false;
  line.remove_prefix(verb.size());
  return true;
}

}  // namespace

Objects::Objects(std::string program) : program_(std::move(program)) {
  if (program_.empty()) program_ = helper_program("symkit-fetch");
}

std::vector<Result<Objects::Answer>> Objects::get(std::span<const std::string> urls) {
  std::vector<Waiting> all(urls.size());
  std::unique_lock lock(mutex_);
  std::string questions;
  if (start()) {
    for (std::size_t i = 0; i < urls.size(); ++i) {
      questions += say(next_number_, ' ', urls[i], '\n');
      waiting_.emplace(next_number_++, &all[i]);
    }
  }
  lock.unlock();  // the process may be writing, which is received under the lock
  if (!questions.empty() && !process_.say_line(questions)) give_up();
  lock.lock();
  changed_.wait(lock, [&] { return !trouble_.empty() || std::ranges::all_of(all, &Waiting::is_settled); });
  std::vector<Result<Answer>> answers;
  answers.reserve(all.size());
  std::erase_if(waiting_, [&](const auto& one) {
    return one.second >= all.data() && one.second < all.data() + all.size();
  });
  for (Waiting& one : all)
    answers.push_back(one.is_settled ? std::move(one.answer) : Result<Answer>(fail(trouble_)));
  return answers;
}

bool Objects::start() {
  if (!trouble_.empty() || process_.runs()) return trouble_.empty();
  if (!process_.start(
          {program_, "--objects"}, [this](std::string_view bytes) { hear(bytes); }, [this] { give_up(); }))
    trouble_ = say(program_, ": cannot be started");
  return trouble_.empty();
}

// tools/fetcher/main.cpp lists the messages.
void Objects::hear(std::string_view bytes) {
  const std::scoped_lock locked(mutex_);
  said_.append(bytes);
  std::size_t at = 0;
  while (true) {
    const std::string_view left = std::string_view(said_).substr(at);
    if (coming_ != 0) {
      if (left.size() < bytes_coming_) break;
      const std::string_view file = left.substr(0, bytes_coming_);
      settle(std::exchange(coming_, 0), Answer{.status = 200, .bytes = {file.begin(), file.end()}});
      at += file.size();
      continue;
    }
    const std::size_t end = left.find('\n');
    if (end == std::string_view::npos) break;
    take_line(left.substr(0, end));
    at += end + 1;
  }
  said_.erase(0, at);
}

void Objects::take_line(std::string_view line) {
  std::uint64_t number = 0;
  if (take_verb(line, "trouble ")) {
    trouble_ = line;
    changed_.notify_all();
  } else if (!take_number_of(line, number)) {
    return;
  } else if (Answer answer; take_verb(line, "none ") && take_number_of(line, answer.status)) {
    settle(number, std::move(answer));
  } else if (take_verb(line, "have ") && take_number_of(line, bytes_coming_)) {
    coming_ = number;
  } else if (take_verb(line, "failed ")) {
    settle(number, fail(std::string(line)));
  }
}

void Objects::settle(std::uint64_t number, Result<Answer> answer) {
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) return;
  found->second->answer = std::move(answer);
  found->second->is_settled = true;
  waiting_.erase(found);
  changed_.notify_all();
}

void Objects::give_up() {
  const std::scoped_lock locked(mutex_);
  if (trouble_.empty()) trouble_ = "symkit-fetch has ended";
  changed_.notify_all();
}

}  // namespace symkit::fetch
