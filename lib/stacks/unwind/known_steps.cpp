#include "stacks/unwind/known_steps.h"

namespace symkit::unwind {

std::optional<Step> KnownSteps::step(const CodePoint& point, const Surroundings& where) const {
  const Known& it = known(point, where.processor);
  if (!it.step) return table_.step(point, where);
  return Step{caller_by(*it.step, where), it.step->is_interrupted};
}

const FixedStep* KnownSteps::kept_step(const CodePoint& point, const Processor& processor) const {
  const Known& it = known(point, processor);
  return it.step ? &*it.step : nullptr;
}

const KnownSteps::Known& KnownSteps::known(const CodePoint& point, const Processor& processor) const {
  constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
  const std::uint64_t hash = point.address * golden >> 32;
  const std::uint32_t* const number =
      numbers_.find(hash, [&](std::uint32_t one) { return known_[one].address == point.address; });
  if (number != nullptr) return known_[*number];
  if (known_.size() == most) {
    known_.clear();
    numbers_ = {};
  }
  numbers_.add(hash, static_cast<std::uint32_t>(known_.size()));
  return known_.emplace_back(point.address, table_.fixed_step(point, processor));
}

}  // namespace symkit::unwind
