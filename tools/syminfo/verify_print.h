// Prints the results of --verify.
#pragma once

#include <string>
#include <string_view>

#include "debug/verify/findings.h"
#include "syminfo/questions.h"
#include "syminfo/slices.h"

namespace symkit::syminfo {

class VerifyPrinter {
 public:
  explicit VerifyPrinter(Work& work) : work_(work) {}

  // The findings in a slice, followed by the verdict: their counts, or "ok" and what was checked.
  void print(const Slice& slice, const verify::Findings& findings, std::string_view looked_at,
             std::string_view if_none = "ok");

 private:
  void print_findings(const Slice& slice, const verify::Findings& findings);
  void print_line(const Slice& slice, const verify::Finding& finding);
  void print_object(const Slice& slice, const verify::Finding& finding);
  void print_verdict(const Slice& slice, const verify::Findings& findings, std::string_view looked_at,
                     std::string_view if_none);

  Work& work_;
};

}  // namespace symkit::syminfo
