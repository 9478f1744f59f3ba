// rooms: base intake service
// Questions of pprof for names: any bytes are one, or are refused with a sentence; what is answered was
// asked.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "serve/service/metrics.h"
#include "serve/service/symbolz.h"
#include "support/fuzz_desk.h"

using namespace symkit;
using namespace symkit::service;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view question(reinterpret_cast<const char*>(data), size);
  auto desk = fuzz::desks().take();
  LogCounts tally;
  const auto names = answer_symbolz(*ImageId::parse(fuzz::image_id), question, *desk, tally);
  fuzz::require(tally.resolved <= tally.frames);
  static Metrics metrics;
  desk.count(tally, metrics);
  if (!names) return fuzz::require(!names.error().message.empty()), 0;
  fuzz::require(tally.resolved == static_cast<std::uint64_t>(std::ranges::count(*names, '\n')));
  for (std::string_view rest = *names; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
    fuzz::require(question.contains(rest.substr(0, rest.find('\t'))));
  return 0;
}
