// rooms: base io group
// Any bytes at all as a log of crashes: every report gets a signature, the same one when it is read again; no
// id is of another length, no line of a signature empty; a ledger of them is written and read as it was; and
// the same bytes as rules, as a ledger, and as CODEOWNERS.
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "reports/group/codeowners.h"
#include "reports/group/ledger.h"
#include "reports/group/report_reader.h"
#include "reports/group/rules.h"
#include "reports/group/signature.h"
#include "reports/group/why.h"
#include "support/fuzz_require.h"
#include "support/log_groups.h"

using namespace symkit;

namespace {

const group::Rules& standard() {
  static const group::Rules rules = group::Rules::standard();
  return rules;
}

std::vector<std::string> keys_of(std::string_view text) {
  group::Sites sites(standard());
  std::vector<std::string> keys;
  group::ReportReader reader(sites, [&](group::Report&& report) {
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

void check_ledger(std::string_view text) {
  group::Groups groups;
  const auto input = io::Input::of_memory(std::string(text), "log");
  static_cast<void>(group::add_log(groups, *input, "log", standard()));
  group::Ledger ledger;
  ledger.add(groups.take_all(), 1'763'900'000);
  const auto read = group::Ledger::of_text(ledger.text(), {});
  fuzz::require(read && read->reports() == ledger.reports() && read->text() == ledger.text());
  if (const auto any = group::Ledger::of_text(text, {}))
    fuzz::require(group::Ledger::of_text(any->text(), {}).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text({data, size});
  fuzz::require(keys_of(text) == keys_of(text));
  check_ledger(text);
  for (const auto forge : {group::Forge::GitHub, group::Forge::GitLab})
    static_cast<void>(group::CodeOwners::of(text, forge).owners_of("src/shop/take.cpp"));
  group::Rules rules;
  if (rules.add(text, "fuzz"))
    static_cast<void>(rules.verdict({"shop::take", "/src/shop.cpp", "libshop.so"}));
  return 0;
}
