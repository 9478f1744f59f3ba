// Finds the owners of groups, and who changed their lines last.
#pragma once

#include <cstddef>

#include "reports/findings/findings.h"
#include "symgroup/owners.h"
#include "symgroup/revisions.h"

namespace symkit::symgroup {

// For the first `most` groups. Null: not looked up.
void find_people(findings::Findings& findings, Owners* owners, Blames* blame, std::size_t most);

}  // namespace symkit::symgroup
