// rooms: demangle
// Names within a long text: finding them, and making them readable, as symdemangle does, but as if each were
// another one.
#include <string>

#include "names/demangle/allowance.h"
#include "names/demangle/demangle.h"
#include "names/demangle/names_in_text.h"
#include "support/fuzz_time.h"

using namespace symkit;

namespace {

void rewrite(std::string_view text) {
  demangle::Allowance allowance;
  allowance.earn(text.size());
  demangle::NamesInText names(text);
  for (std::string_view name = names.next(); !name.empty(); name = names.next())
    if (!allowance.used_up()) allowance.spend(demangle::demangle(name).size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::require_linear_time(fuzz::long_text(data, size), rewrite);
  return 0;
}
