// rooms: base io group
// Any bytes at all as a log of crashes: every report gets a signature, the same one when it is read again; no
// id is of another length, no line of a signature empty; and the same bytes as rules.
#include <string>
#include <vector>

#include "base/bytes.h"
#include "group/log_reader.h"
#include "group/rules.h"
#include "group/signature.h"
#include "group/why.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

const group::Rules& standard() {
  static const group::Rules rules = group::Rules::standard();
  return rules;
}

std::vector<std::string> keys_of(std::string_view text) {
  group::Sites sites(standard());
  std::vector<std::string> keys;
  group::LogReader reader(sites, [&](group::Report&& report) {
    const group::Signature signature = group::signature_of(report, sites, standard());
    fuzz::require(signature.id.size() == 12 && !signature.text.empty());
    fuzz::require(signature.depth <= signature.frames.size());
    fuzz::require(report.place.line > 0);
    const auto explained = group::explain(report, sites, standard());
    fuzz::require(!group::comparison(explained, explained).empty());
    keys.push_back(signature.key);
  });
  const auto input = io::Input::of_memory(std::string(text), "log");
  static_cast<void>(reader.read(*input, "log"));
  return keys;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text({data, size});
  fuzz::require(keys_of(text) == keys_of(text));
  group::Rules rules;
  if (rules.add(text, "fuzz"))
    static_cast<void>(rules.verdict({"shop::take", "/src/shop.cpp", "libshop.so"}));
  return 0;
}
