#include "reports/heap/timeline.h"

#include <algorithm>

namespace symkit::heap {
namespace {

constexpr std::uint64_t long_enough = 1'000'000'000;  // nanoseconds, to use steps even in time

double whole(Amount amount) { return static_cast<double>(amount.parts) / Amount::scale; }

class TimelineMaker final : public BlockWatcher {
 public:
  TimelineMaker(const Replay& known, std::size_t most_steps, std::size_t most_changes)
      : known_(known),
        by_time_(known.last_time >= long_enough),
        most_steps_(std::max<std::size_t>(most_steps, 1)),
        length_((by_time_ ? known.last_time : known.events) / most_steps_ + 1),
        most_changes_(most_changes),
        now_(std::max<std::size_t>(known.by_stack.size(), 1)) {}

  void came(const LiveBlock& block, std::uint64_t time) override {
    begin(time);
    step_.sequence = std::max(step_.sequence, block.sequence);
    change(block, 1);
  }
  void went(const LiveBlock& block, std::uint64_t time) override {
    begin(time);
    change(block, -1);
  }

  Timeline take() {
    end_step();
    return std::move(timeline_);
  }

 private:
  void begin(std::uint64_t time) {
    ++events_;
    const std::uint64_t place = (by_time_ ? time : events_) / length_;
    if (place != place_) end_step();
    place_ = place;
    step_.time = time;
  }

  void change(const LiveBlock& block, int sign) {
    // Invalid stack numbers count as 0.
    const std::uint32_t stack = block.stack < now_.size() ? block.stack : 0;
    Sum& sum = now_[stack];
    if (!sum.is_touched) touched_.push_back(stack);
    sum.is_touched = true;
    const Share share = known_.share_of(block.size);
    sum.bytes += sign * whole(share.bytes);
    sum.blocks += sign * whole(share.blocks);
  }

  void end_step() {
    if (touched_.empty()) return;
    for (const std::uint32_t stack : touched_) {
      const Sum& sum = now_[stack];
      if (sum.bytes != 0 || sum.blocks != 0) step_.changes.push_back({stack, sum.bytes, sum.blocks});
      now_[stack] = {};
    }
    touched_.clear();
    changes_ += step_.changes.size();
    const std::uint64_t sequence = step_.sequence;
    timeline_.steps.push_back(std::move(step_));
    step_ = {.time = 0, .sequence = sequence, .changes = {}};
    // Blocks that replace others whose end was not recorded can exceed the number of events.
    if (changes_ > most_changes_ || timeline_.steps.size() > most_steps_) halve();
  }

  // Merges pairs of steps, and doubles the length of later ones.
  void halve() {
    std::vector<Timeline::Step> steps;
    changes_ = 0;
    for (std::size_t i = 0; i < timeline_.steps.size(); i += 2) {
      Timeline::Step& step = timeline_.steps[i];
      if (i + 1 < timeline_.steps.size()) join(step, timeline_.steps[i + 1]);
      changes_ += step.changes.size();
      steps.push_back(std::move(step));
    }
    timeline_.steps = std::move(steps);
    length_ *= 2;
    place_ /= 2;
    most_changes_ = std::max(most_changes_, changes_ * 2);
  }
  void join(Timeline::Step& step, const Timeline::Step& next) {
    step.time = next.time;
    step.sequence = next.sequence;
    step.changes.insert(step.changes.end(), next.changes.begin(), next.changes.end());
    std::ranges::sort(step.changes, {}, &Timeline::Change::stack);
    std::vector<Timeline::Change> sums;
    for (const Timeline::Change& one : step.changes) {
      if (sums.empty() || sums.back().stack != one.stack) sums.push_back({.stack = one.stack});
      sums.back().bytes += one.bytes;
      sums.back().blocks += one.blocks;
    }
    std::erase_if(sums, [](const Timeline::Change& sum) { return sum.bytes == 0 && sum.blocks == 0; });
    step.changes = std::move(sums);
  }

  struct Sum {
    bool is_touched = false;
    double bytes = 0;
    double blocks = 0;
  };
  const Replay& known_;
  bool by_time_;
  std::size_t most_steps_;
  std::uint64_t length_;  // of a step, in time or events
  std::size_t most_changes_;
  std::uint64_t events_ = 0;
  std::uint64_t place_ = 0;
  std::size_t changes_ = 0;
  std::vector<Sum> now_;  // by stack
  std::vector<std::uint32_t> touched_;
  Timeline::Step step_;
  Timeline timeline_;
};

}  // namespace

std::size_t Timeline::steps_before(const Mark& mark) const {
  const auto after =
      std::ranges::partition_point(steps, [&](const Step& step) { return step.sequence <= mark.sequence; });
  return static_cast<std::size_t>(after - steps.begin());
}

Timeline make_timeline(const Recording& recording, const Replay& known, std::size_t most_steps,
                       std::size_t most_changes) {
  TimelineMaker maker(known, most_steps, most_changes);
  Damage same;
  replay(recording, same, known.last_sequence, &maker);
  return maker.take();
}

}  // namespace symkit::heap
