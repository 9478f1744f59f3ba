// A page for browsers. It has no script: texts from logs are text between tags, and nothing is loaded
// over a network.
#include <algorithm>
#include <map>

#include "ground/base/words.h"
#include "reports/findings/escaped.h"
#include "reports/findings/lines.h"
#include "reports/findings/page.h"
#include "reports/findings/reports.h"
#include "reports/group/circumstances.h"
#include "reports/group/stack_tree.h"

namespace symkit::findings {
namespace {

constexpr std::size_t most_groups = 2000;

std::string in_html(std::string_view from_log) { return escaped_for_xml(from_log); }

void append_html_fact(std::string& out, std::string_view name, const std::string& html) {
  if (!html.empty()) out += say("<dt>", name, "</dt><dd>", html, "</dd>\n");
}

std::string tallied_html(const group::Tallied& tallied) {
  std::string all;
  for (const auto& [word, times] : tallied.times())
    all += say(all.empty() ? "" : ", ", in_html(word), " (", times, ')');
  if (tallied.others() != 0) all += say(", others (", tallied.others(), ')');
  return all;
}

// A bar for each day from the first to the last.
void append_trend(std::string& out, const std::map<std::int64_t, std::uint64_t>& days) {
  constexpr std::int64_t widest = 1000;  // days
  if (days.size() < 2) return;
  const std::int64_t last = days.rbegin()->first, first = std::max(days.begin()->first, last - widest);
  std::uint64_t most = 1;
  for (const auto& [day, times] : days) most = std::max(most, times);
  const auto date = [](std::int64_t day) { return group::time_text(day * 86'400).substr(0, 10); };
  out += say("<svg class=\"trend\" role=\"img\" aria-label=\"a day each, from ", date(first), " to ",
             date(last), "\" viewBox=\"0 0 ", last - first + 1, " 100\" preserveAspectRatio=\"none\">");
  for (const auto& [day, times] : days) {
    if (day < first) continue;
    const std::uint64_t height = std::max<std::uint64_t>(times * 100 / most, 2);
    out += say("<rect x=\"", day - first, "\" y=\"", 100 - height, "\" width=\"0.9\" height=\"", height,
               "\"><title>", date(day), ": ", times, "</title></rect>");
  }
  out += "</svg>\n";
}

// A frame that all share is followed by its caller in the same list; where callers differ, a new list
// begins.
void append_callers(std::string& out, const group::StackTree& tree, const group::StackTree::Node& node) {
  std::vector<std::size_t> callers = node.callers;
  std::ranges::stable_sort(callers, std::ranges::greater(),
                           [&](std::size_t at) { return tree.nodes()[at].count; });
  const bool parts = callers.size() > 1;
  if (callers.empty()) return;
  out += "<ul>";
  for (const std::size_t at : callers) {
    const group::StackTree::Node& caller = tree.nodes()[at];
    out += say(caller.callers.size() > 1 ? "<li class=\"part\">" : "<li>", in_html(caller.name));
    if (!caller.file.empty())
      out += say(" <span class=\"place\">",
                 in_html(caller.line == 0 ? caller.file : say(caller.file, ':', caller.line)), "</span>");
    if (parts || caller.count != tree.stacks())
      out += say(" <span class=\"times\">×", caller.count, "</span>");
    append_callers(out, tree, caller);
    out += "</li>";
  }
  out += "</ul>";
}

// For a group with only one known stack.
group::StackTree tree_of(const group::Signature& signature) {
  group::StackTree tree;
  tree.add(signature.frames);
  return tree;
}

void append_suspects_fact(std::string& out, const Suspects* suspects) {
  if (suspects == nullptr) return;
  std::string all;
  for (const Suspect& suspect : suspects->newest_first)
    all += say(all.empty() ? "" : "<br>", "<code>", in_html(suspect.commit.substr(0, 12)), "</code> ",
               suspect.days, " days ago, ", in_html(suspect.author), ": ", in_html(suspect.subject));
  append_html_fact(out, "last changed by", all);
}

void append_html_group(std::string& out, const Finding& finding, const Findings& findings) {
  const group::Group& group = *finding.group;
  const group::Signature& signature = group.signature;
  out += say("<details class=\"group\" id=\"g", in_html(signature.id), "\"><summary><span class=\"count\">",
             group.count, " · ", share_of(group.count, findings.reports), "</span> ");
  if (!finding.state.empty())
    out += say("<span class=\"state ", finding.state, "\">", finding.state, "</span> ");
  out += say(in_html(signature.text), "</summary>\n<dl>");
  append_html_fact(out, "id", say("<code>", in_html(signature.id), "</code>"));
  append_html_fact(out, "said", in_html(signature.message));
  append_html_fact(out, "owner", in_html(finding.owner));
  append_suspects_fact(out, finding.suspects);
  const group::Seen& seen = group.seen;
  if (seen.first) append_html_fact(out, "first seen", group::time_text(*seen.first));
  if (seen.last) append_html_fact(out, "last seen", group::time_text(*seen.last));
  append_html_fact(out, "versions", tallied_html(seen.versions));
  append_html_fact(out, "devices", tallied_html(seen.devices));
  std::string examples;
  for (const group::Place& place : group.examples)
    examples += say(examples.empty() ? "" : "<br>", in_html(place.log.empty() ? "-" : place.log), ", line ",
                    place.line);
  append_html_fact(out, "examples", examples);
  out += "</dl>\n";
  append_trend(out, seen.days);
  const group::StackTree tree = group.tree ? *group.tree : tree_of(signature);
  out += "<div class=\"tree\">";
  append_callers(out, tree, tree.nodes().front());
  out += "</div>\n";
  out += "</details>\n";
}

}  // namespace

void append_html(std::string& out, const Findings& findings) {
  const std::string title = say(findings.reports, findings.reports == 1 ? " crash in " : " crashes in ",
                                findings.groups.size(), findings.groups.size() == 1 ? " group" : " groups");
  out += say(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>)",
             title, "</title>\n<style>\n", page_style, "</style>\n</head>\n<body>\n<h1>", title, "</h1>\n");
  group::Seen all;
  for (const Finding& finding : findings.groups) all.add(finding.group->seen);
  append_trend(out, all.days);
  const std::size_t shown = std::min(most_groups, findings.groups.size());
  for (std::size_t i = 0; i < shown; ++i) append_html_group(out, findings.groups[i], findings);
  if (shown < findings.groups.size())
    out += say("<p>and ", findings.groups.size() - shown, " groups more</p>\n");
  if (!findings.vanished.empty()) out += "<h2>Not seen any more</h2>\n<ul>\n";
  for (const group::KnownGroup* gone : findings.vanished)
    out += say("<li><code>", in_html(gone->id), "</code> ", in_html(gone->signature), "</li>\n");
  out += findings.vanished.empty() ? "</body>\n</html>\n" : "</ul>\n</body>\n</html>\n";
}

}  // namespace symkit::findings
