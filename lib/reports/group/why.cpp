#include "reports/group/why.h"

#include <algorithm>

#include "ground/base/words.h"
#include "reports/group/telling_frames.h"

namespace symkit::group {
namespace {

constexpr std::size_t most_explained = 24;

std::string_view word_for(Verdict verdict) {
  switch (verdict) {
    case Verdict::Own: return "own      ";
    case Verdict::Library: return "library  ";
    case Verdict::Skip: return "skipped  ";
    case Verdict::Cut: return "cut      ";
    case Verdict::Signal: return "signal   ";
    case Verdict::Handler: return "handler  ";
    case Verdict::Lead: return "leads    ";
    case Verdict::Anchor: return "anchor   ";
    case Verdict::Tell: return "tells    ";
  }
  return {};
}

std::string described(const ShownFrame& frame, const Sites& sites, Scope scope) {
  const Site& site = sites[frame.site];
  std::string line = say(word_for(sites.verdict(frame.site, scope)), site.name);
  if (!site.file.empty())
    line += frame.line == 0 ? say("  ", site.file) : say("  ", site.file, ':', frame.line);
  if (const std::string rule = sites.rules().deciding(site.facts(), scope); !rule.empty())
    line += say("  (", rule, ')');
  return line;
}

// The frames of the stack that tells, with what decided about each.
std::vector<std::string> described(const Telling& telling, const Sites& sites) {
  std::vector<std::string> lines;
  for (const ShownFrame& frame : telling.stack->frames) {
    if (lines.size() == most_explained) break;
    const bool is_handlers = lines.size() + 1 < telling.passed;
    lines.push_back(described(frame, sites, telling.scope));
    if (is_handlers) lines.back() += "  (above the signal's mark)";
  }
  return lines;
}

std::string compared(const Signature& signature, std::size_t i) {
  return i < signature.depth ? signature.frames[i].name : "-";
}

}  // namespace

Explained explain(const Report& report, const Sites& sites, const Rules& rules) {
  Explained explained{.signature = signature_of(report, sites, rules),
                      .place = say(report.place.log.empty() ? "-" : report.place.log, ':', report.place.line),
                      .sections = {},
                      .frames = {}};
  const Telling telling = telling_frames(report, sites);
  if (telling.stack == nullptr) return explained;
  explained.sections = rules.sections_in(telling.scope);
  explained.frames = described(telling, sites);
  return explained;
}

std::string comparison(const Explained& a, const Explained& b) {
  const bool same = a.signature.key == b.signature.key;
  std::string out = same ? say("the same: ", a.signature.id, '\n')
                         : say("not the same: ", a.signature.id, " and ", b.signature.id, '\n');
  const auto row = [&](std::string_view what, const std::string& left, const std::string& right) {
    out += left == right ? say("  ", what, "  =  ", left, '\n')
                         : say("  ", what, "  !  ", left, "  |  ", right, '\n');
  };
  row("kind", a.signature.kind, b.signature.kind);
  const std::size_t depth = std::max(a.signature.depth, b.signature.depth);
  for (std::size_t i = 0; i < depth; ++i)
    row(say(i + 1, "   "), compared(a.signature, i), compared(b.signature, i));
  for (const Explained* one : {&a, &b}) {
    out += say(one->place, '\n');
    for (const std::string& section : one->sections) out += say("  rules    ", section, '\n');
    for (const std::string& frame : one->frames) out += say("  ", frame, '\n');
    if (one->frames.empty()) out += "  no stack\n";
  }
  return out;
}

}  // namespace symkit::group
