#include "keep/store/counted_shelf.h"

#include <algorithm>
#include <map>

namespace symkit::store {

// An image requested both in one piece and in parts, in one query, counts once.
std::vector<Found> CountedShelf::get(std::span<const Key> keys) {
  enum class State : std::uint8_t { Missed, Failed, Had };
  std::vector<Found> found = ForwardingShelf::get(keys);
  std::map<ImageId, State> states;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    State& state = states[keys[i].id];
    state = std::max(state, !found[i] ? State::Failed : *found[i] ? State::Had : State::Missed);
  }
  for (const auto& [id, state] : states)
    ++(state == State::Had ? count_.hits : state == State::Failed ? count_.failures : count_.misses);
  return found;
}

}  // namespace symkit::store
