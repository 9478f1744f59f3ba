// rooms: base group
// Any bytes at all as what symgroup keeps between runs: what can be read is written so that it can be read
// again, and says the same; also after a run has been added.
#include "ground/base/bytes.h"
#include "reports/group/state.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const auto by : {group::By::Exact, group::By::Similar}) {
    auto state = group::State::of_text(as_text({data, size}), by);
    if (!state) continue;
    const std::string text = state->text();
    const auto again = group::State::of_text(text, by);
    fuzz::require(again && again->text() == text);
    for (const auto& [id, known] : state->groups())
      fuzz::require(again->since(id) == state->since(id) && again->groups().contains(id));
    state->add_run(group::Groups());
    fuzz::require(group::State::of_text(state->text(), by).has_value());
  }
  return 0;
}
