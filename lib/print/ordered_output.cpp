#include "print/ordered_output.h"

#include <algorithm>
#include <utility>

namespace symkit::print {

std::string OrderedOutput::finish(std::uint64_t part, std::string text) {
  Locked locked(lock_);
  changed_.wait(locked, [&] { return part - next_ <= waiting_; });
  finished_.emplace(part, std::move(text));
  // The thread that brings the next part writes it, and those after it that are there by then.
  while (!writing_ && !finished_.empty() && finished_.begin()->first == next_) {
    std::string first = std::move(finished_.extract(finished_.begin()).mapped());
    write(first, locked);
    ++next_;
    spare_.push_back(std::move(first));
    changed_.notify_all();
  }
  if (spare_.empty()) return {};
  std::string memory = std::move(spare_.back());
  spare_.pop_back();
  return memory;
}

void OrderedOutput::finish_last(std::uint64_t part, std::string text) {
  {
    const Locked locked(lock_);
    last_ = std::min(last_, part);
    stopped_ = true;
  }
  finish(part, std::move(text));
}

void OrderedOutput::begin(std::uint64_t part, std::string& text) {
  Locked locked(lock_);
  changed_.wait(locked, [&] { return part == next_ && !writing_; });
  write(text, locked);
}

void OrderedOutput::write(std::string& text, Locked& locked) {
  writing_ = true;
  if (next_ > last_) text.clear();
  const std::uint64_t part = next_;
  locked.unlock();
  if (edit_) edit_(part, text);
  output_.write_now(text);
  if (output_.stopped()) stopped_ = true;
  text.clear();
  locked.lock();
  writing_ = false;
}

}  // namespace symkit::print
