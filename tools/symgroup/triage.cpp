#include "symgroup/triage.h"

#include <algorithm>

#include "ground/base/words.h"
#include "reports/group/severity.h"
#include "symgroup/counted.h"
#include "symgroup/quoted.h"

namespace symkit::symgroup {
namespace {

// Together with the text around them and the sentences, these stay below 500: a test counts.
constexpr std::size_t most_tokens = 260, of_kind = 24, of_message = 36, of_function = 34, of_place = 26,
                      of_caller = 18, of_image = 14, of_owner = 16, of_author = 10, of_subject = 16,
                      of_log = 16;
constexpr std::size_t most_callers = 2, most_missing = 2, most_suspects = 2;

std::string place_text(const group::TellingFrame& frame) {
  if (frame.file.empty()) return {};
  return frame.line == 0 ? frame.file : say(frame.file, ':', frame.line);
}

// The end of a path is its most useful part.
std::string fitting_end(std::string place, std::size_t most) {
  constexpr std::size_t round_it = 4;  // quotation marks and dots
  for (bool is_cut = false;; is_cut = true) {
    TokenCount count;
    count.take(place);
    const std::size_t slash = place.find('/', 1);
    if (count.tokens() + round_it <= most || slash == std::string::npos)
      return is_cut ? "..." + place : place;
    place.erase(0, slash);
  }
}

bool is_frame(const group::TellingFrame& frame) { return !frame.is_message; }

void take_frames(const group::Signature& signature, Budget& budget, Triage& triage) {
  auto at = std::ranges::find_if(signature.frames, is_frame);
  if (at == signature.frames.end()) return;
  triage.function = budget.take(at->function, of_function);
  triage.place = budget.take(fitting_end(place_text(*at), of_place), of_place);
}

void take_callers(const group::Signature& signature, Budget& budget, Triage& triage) {
  auto at = std::ranges::find_if(signature.frames, is_frame);
  if (at == signature.frames.end()) return;
  for (++at; at != signature.frames.end() && triage.callers.size() < most_callers; ++at)
    if (std::string text = budget.take(at->name, of_caller); !text.empty())
      triage.callers.push_back(std::move(text));
}

void take_missing(const std::vector<group::MissingImage>& missing, Budget& budget, Triage& triage) {
  for (const group::MissingImage& image : missing) {
    constexpr std::string_view without_id = "syminfo --log LOG FOLDER";
    constexpr std::size_t longest_id = 64;
    const bool has_id = !image.build_id.empty() && image.build_id.size() <= longest_id;
    const std::string command = has_id ? say("symprep --fetch ", image.build_id) : std::string(without_id);
    TokenCount count;
    count.take(image.build_id);
    const bool fits = triage.missing.size() < most_missing && budget.take(has_id ? count.tokens() : 0);
    std::string name = fits ? budget.take(image.name, of_image) : std::string();
    if (name.empty()) {
      ++triage.missing_more;
    } else {
      triage.missing.push_back({.image = std::move(name), .frames = image.frames, .command = command});
    }
  }
}

void take_suspects(const findings::Suspects& suspects, Budget& budget, Triage& triage) {
  constexpr std::size_t shown_digits = 12;
  for (const findings::Suspect& suspect : suspects.newest_first) {
    if (triage.suspects.size() == most_suspects || !budget.take(shown_digits)) return;
    triage.suspects.push_back({.commit = suspect.commit.substr(0, shown_digits),
                               .author = budget.take(suspect.author, of_author),
                               .subject = budget.take(suspect.subject, of_subject),
                               .days = suspect.days});
  }
}

void judge_kind(const group::Evidence& evidence, Triage& triage) {
  switch (evidence.knows) {
    case group::Knows::Reason: triage.certain.emplace_back("kind: reported by the program"); break;
    case group::Knows::Error: triage.certain.emplace_back("kind: found by a checker"); break;
    case group::Knows::Fault: triage.certain.emplace_back("kind: from the signal"); break;
    case group::Knows::Stopped: triage.uncertain.emplace_back("why it was stopped"); break;
    case group::Knows::Nothing:
      triage.uncertain.emplace_back("why: the log gives no reason for the stack");
      break;
  }
}

void judge_frames(const group::Signature& signature, const group::Evidence& evidence, Triage& triage) {
  if (evidence.frames == 0) {
    triage.uncertain.emplace_back("where: no stack");
    return;
  }
  triage.certain.push_back(say(evidence.named, " of ", counted(evidence.frames, "frame"), " named, ",
                               evidence.placed, " with a source line"));
  if (signature.lacks_names) {
    triage.uncertain.emplace_back("which functions: without names, the id is valid for this build only");
  } else {
    triage.certain.emplace_back("the id is the same in every run");
    if (!signature.is_own) triage.uncertain.emplace_back("whose code: no frame is the program's own");
    if (triage.place.empty()) triage.uncertain.emplace_back("the line of \"at\"");
  }
  if (evidence.unknown_before != 0)
    triage.uncertain.push_back(
        say(counted(evidence.unknown_before, "frame"), " without a name before \"at\""));
  if (evidence.several != 0)
    triage.uncertain.push_back(say(counted(evidence.several, "frame"), " may be one of several functions"));
  if (evidence.left_out != 0)
    triage.uncertain.push_back(say(counted(evidence.left_out, "outer frame"), " not looked at"));
}

void judge_suspects(const findings::Suspects& suspects, Triage& triage) {
  if (!suspects.trouble.empty()) {
    triage.uncertain.emplace_back("suspects: git found none");
  } else if (!suspects.is_of_build && !suspects.newest_first.empty()) {
    triage.uncertain.emplace_back(
        "suspects: from the lines of HEAD; name the build's revision with --revision");
  }
}

}  // namespace

Triage triage_of(const TriageFacts& facts) {
  const group::Signature& signature = facts.group.signature;
  Triage triage{
      .reports = facts.reports, .groups = facts.groups, .count = facts.group.count, .id = signature.id};
  Budget budget(most_tokens);
  triage.kind = budget.take(signature.kind, of_kind);
  take_frames(signature, budget, triage);
  triage.said = budget.take(signature.message, of_message);
  take_missing(facts.evidence.missing, budget, triage);
  triage.owner = budget.take(facts.owner, of_owner);
  if (facts.suspects != nullptr) take_suspects(*facts.suspects, budget, triage);
  take_callers(signature, budget, triage);
  const group::Place& place = facts.group.examples.front();
  triage.log = budget.take(fitting_end(place.log.empty() ? "-" : place.log, of_log), of_log);
  triage.line = place.line;
  const group::Severity severity = severity_of(signature);
  triage.severity = severity.type;
  triage.severity_reason = severity.reason;
  judge_kind(facts.evidence, triage);
  judge_frames(signature, facts.evidence, triage);
  if (facts.suspects != nullptr) judge_suspects(*facts.suspects, triage);
  return triage;
}

Triage triage_of_first(const findings::Findings& findings) {
  if (findings.groups.empty()) return {};
  const findings::Finding& first = findings.groups.front();
  return triage_of({.group = *first.group,
                    .evidence = *first.group->evidence,
                    .reports = findings.reports,
                    .groups = findings.groups.size(),
                    .owner = first.owner,
                    .suspects = first.suspects});
}

}  // namespace symkit::symgroup
