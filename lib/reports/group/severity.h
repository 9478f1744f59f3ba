// How much a crash helps an attacker, in the classes of CASR (libcasr's execution classes), as far as a log
// tells. Where a log does not tell, the answer is that it is not known: CASR calls such crashes not
// exploitable.
#pragma once

#include <string>
#include <string_view>

#include "reports/group/signature.h"

namespace symkit::group {

struct Severity {
  std::string_view type;  // "EXPLOITABLE", "PROBABLY_EXPLOITABLE", "NOT_EXPLOITABLE", "UNDEFINED"
  std::string name;       // of the class: "heap-use-after-free(write)", "SourceAvNearNull"
  std::string reason;     // for people: "it writes to memory that was freed"
};

Severity severity_of(const Signature& signature);

// As sites that rank findings expect it, from 0 to 10; empty if it is not known.
std::string_view score_of(const Severity& severity);

}  // namespace symkit::group
