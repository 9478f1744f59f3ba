// A summary for people who have to act on a crash and have little time: the group that matters most, how
// sure that is, what would make it surer, and who may know more. Texts from logs are cut to a budget.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/findings/findings.h"
#include "reports/findings/suspects.h"
#include "reports/group/evidence.h"
#include "reports/group/groups.h"

namespace symkit::symgroup {

struct Triage {
  static constexpr int version = 1;

  struct Missing {
    std::string image = {};  // from the log
    std::uint64_t frames = 0;
    std::string command = {};  // nothing in it is from the log except an id of hexadecimal digits
  };
  struct Suspect {
    std::string commit = {};
    std::string author = {};  // author and the next field are from the repository
    std::string subject = {};
    std::uint64_t days = 0;
  };

  std::uint64_t reports = 0;  // all
  std::uint64_t groups = 0;
  std::uint64_t count = 0;  // of the group shown
  std::string id = {};
  // From the log:
  std::string kind = {};
  std::string said = {};
  std::string function = {};
  std::string place = {};
  std::vector<std::string> callers = {};
  std::string log = {};
  std::uint64_t line = 0;
  std::string owner = {};  // from CODEOWNERS
  std::vector<Missing> missing = {};
  std::uint64_t missing_more = 0;  // images
  std::vector<Suspect> suspects = {};
  // Sentences of our own.
  std::string_view severity = {};  // one word
  std::string severity_reason = {};
  std::vector<std::string> certain = {};
  std::vector<std::string> uncertain = {};
};

struct TriageFacts {
  const group::Group& group;
  const group::Evidence& evidence;
  std::uint64_t reports = 0;
  std::uint64_t groups = 0;
  std::string owner = {};
  const findings::Suspects* suspects = nullptr;  // null: not looked up
};

Triage triage_of(const TriageFacts& facts);

// For the first group, whose evidence must have been collected; an empty triage if there is no group.
Triage triage_of_first(const findings::Findings& findings);

// At most 15 lines and, whatever the logs hold, fewer than 500 tokens.
void append_triage(std::string& out, const Triage& triage);
// By docs/triage.schema.json.
void append_triage_json(std::string& out, const Triage& triage);

}  // namespace symkit::symgroup
