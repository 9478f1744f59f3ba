// The forms in which the groups of a run are written: one table, from which symgroup's --format and the
// service's ?format= are read. tests/check/options holds man page, completions and documents to it.
#pragma once

#include <span>
#include <string_view>

#include "ground/print/output.h"
#include "reports/findings/findings.h"
#include "reports/findings/lines.h"

namespace symkit::findings {

struct Writing {
  bool is_for_people = false;  // to a terminal: lines become a table
  With with = With::Sums;      // in JSON
};

struct Form {
  std::string_view name;
  std::string_view media_type;  // empty: not for the service
  void (*append)(print::Output& output, const Findings& findings, const Writing& how);
  bool shows_trees = false;  // of each group's stacks
};

std::span<const Form> forms();
// Null if there is none of this name.
const Form* form_of(std::string_view name);

}  // namespace symkit::findings
