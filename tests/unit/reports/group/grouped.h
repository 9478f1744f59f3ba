// The reports of a text, each with its signature, for tests.
#pragma once

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "reports/group/groups.h"
#include "reports/group/report_reader.h"
#include "reports/group/signature.h"

namespace symkit::group {

inline std::vector<Signature> signatures_in(const std::string& text) {
  const Rules rules = Rules::standard();
  Sites sites(rules);
  std::vector<Signature> found;
  ReportReader reader(sites, [&](Report&& report) { found.push_back(signature_of(report, sites, rules)); });
  const auto input = io::Input::of_memory(text, "log");
  REQUIRE(reader.read(*input, "log"));
  return found;
}

inline void add_all(Groups& groups, const std::vector<std::string>& reports) {
  const Rules rules = Rules::standard();
  Sites sites(rules);
  ReportReader reader(sites,
                      [&](Report&& report) { groups.add(signature_of(report, sites, rules), report); });
  for (const std::string& report : reports) REQUIRE(reader.read(*io::Input::of_memory(report, "log"), "log"));
}

// "kind in a, b, c" of each report.
inline std::vector<std::string> texts_in(const std::string& text) {
  std::vector<std::string> texts;
  for (const Signature& signature : signatures_in(text)) texts.push_back(signature.text);
  return texts;
}

}  // namespace symkit::group
