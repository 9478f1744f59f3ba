#include "reports/group/splitters.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace symkit::group {

Splitters::Splitters(Sites& sites, std::string_view log, Splitter::TakeReport take)
    : sites_(sites),
      log_(log),
      take_(std::move(take)),
      nameless_(sites, log_, {}, [this](Report&& report) { this->take(std::move(report)); }),
      current_(&nameless_) {}

// Keeps the sites of reports that are still open.
void Splitters::make_room() {
  std::vector<SiteNumber*> used;
  nameless_.add_used_sites(used);
  for (const auto& [process, splitter] : by_process_) splitter->add_used_sites(used);
  for (const auto& [context, splitter] : by_context_) splitter->add_used_sites(used);
  for (Report& report : of_contexts_)
    for (Stack& stack : report.stacks)
      for (ShownFrame& frame : stack.frames) used.push_back(&frame.site);
  sites_.keep(used);
}

void Splitters::choose(std::string_view process, bool continues) {
  if (sites_.is_full()) make_room();
  if (process == current_process_) return;
  // journalctl prints the prefix of a message of several lines only before the first.
  if (process.empty() && continues && current_->has_just_told()) return;
  if (process.empty()) {
    current_ = &nameless_;
    current_process_ = {};
    return;
  }
  auto at = by_process_.find(process);
  if (at == by_process_.end()) {
    if (by_process_.size() == most) finish();
    const auto hand_on = [this](Report&& report) { take(std::move(report)); };
    at = by_process_.emplace(process, std::make_unique<Splitter>(sites_, log_, process, hand_on)).first;
  }
  current_ = at->second.get();
  current_process_ = at->first;
}

void Splitters::choose_context(std::string_view context) {
  if (!nameless_.is_of_other_context(context)) {
    current_ = &nameless_;
    return;
  }
  auto at = by_context_.find(context);
  if (at == by_context_.end()) {
    if (by_context_.size() == most_contexts) end_contexts();
    const auto hand_on = [this](Report&& report) { take_of_kernel(std::move(report)); };
    at = by_context_.emplace(context, std::make_unique<Splitter>(sites_, log_, "", hand_on)).first;
  }
  current_ = at->second.get();
}

// A stack that no line explains is a part of a report that another task began.
void Splitters::take_of_kernel(Report&& report) {
  if (report.knows > Knows::Nothing) of_contexts_.push_back(std::move(report));
}

void Splitters::end_contexts() {
  nameless_.finish();
  for (auto& [context, splitter] : by_context_) splitter->finish();
  by_context_.clear();
  current_ = &nameless_;
  std::ranges::stable_sort(of_contexts_, {}, [](const Report& report) { return report.place.line; });
  for (Report& report : std::exchange(of_contexts_, {})) take_(std::move(report));
}

void Splitters::take(Report&& report) {
  if (!by_context_.empty()) {
    of_contexts_.push_back(std::move(report));
    return;
  }
  const bool is_signal = !report.has_frames() && report.knows <= Knows::Fault && !report.process.empty();
  if (is_signal && signals_.size() < most) {
    std::string process = report.process;
    signals_.insert_or_assign(std::move(process), std::move(report));
    return;
  }
  if (report.has_frames() && !signals_.empty()) signals_.erase(report.process);
  take_(std::move(report));
}

void Splitters::finish() {
  end_contexts();
  for (auto& [process, splitter] : by_process_) splitter->finish();
  by_process_.clear();
  current_ = &nameless_;
  current_process_ = {};
  for (auto& [process, report] : std::exchange(signals_, {})) take_(std::move(report));
}

}  // namespace symkit::group
