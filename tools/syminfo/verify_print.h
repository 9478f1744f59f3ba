// How --verify says what it found.
#pragma once

#include <string>
#include <string_view>

#include "syminfo/questions.h"
#include "syminfo/slices.h"
#include "verify/findings.h"

namespace symkit::syminfo {

class VerifyPrinter {
 public:
  explicit VerifyPrinter(Work& work) : work_(work) {}

  // What was found in a slice, and at its end the verdict: "ok: " and what was looked at, or the counts.
  void print(const Slice& slice, const verify::Findings& findings, std::string_view looked_at);

 private:
  void print_findings(const Slice& slice, const verify::Findings& findings);
  void print_line(const Slice& slice, const verify::Finding& finding);
  void print_object(const Slice& slice, const verify::Finding& finding);
  void print_verdict(const Slice& slice, const verify::Findings& findings, std::string_view looked_at);

  Work& work_;
};

}  // namespace symkit::syminfo
