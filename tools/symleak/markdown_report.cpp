// A summary for a CI page: what is lost, and a table of the places.
#include <algorithm>

#include "ground/base/words.h"
#include "ground/print/markdown.h"
#include "symleak/findings.h"

namespace symkit::symleak {

namespace {

// The innermost frame and its caller.
std::string where(const Findings& findings, const Site& site) {
  constexpr std::size_t shown_frames = 4;
  if (site.frames.empty()) return "(no stack)";
  std::string text;
  for (std::size_t i = 0; i < std::min(shown_frames, site.frames.size()); ++i) {
    const NamedFrame& frame = findings.names.frame(site.frames[i]);
    text += (i == 0 ? "" : " ← ") + readable_name(frame);
    if (i == 0 && frame.line != 0) text += say(" (", frame.file, ":", frame.line, ")");
  }
  return print::in_markdown(text);
}

std::string verdict(const Findings& findings) {
  const heap::Reach unreached = findings.unreached();
  if (!findings.has_leaks()) return "nothing leaks";
  if (!findings.is_judged())
    return say(counted(findings.replay.total.live.rounded(), "block"), ", ",
               counted(findings.replay.total.live_bytes.rounded(), "byte"), " not freed");
  return say(counted(unreached.blocks().rounded(), "block"), ", ",
             counted(unreached.bytes().rounded(), "byte"), " lost");
}

void append_row(const Findings& findings, const Site& site, std::string& out) {
  out += say("| ", with_commas(site.tally.live_bytes.rounded()), " | ",
             with_commas(site.tally.live.rounded()), " | ");
  if (findings.is_judged()) out += say(with_commas(site.unreached.bytes().rounded()), " | ");
  if (findings.comparison)
    out += say(with_commas(static_cast<std::uint64_t>(
                   std::max<std::int64_t>(measure_called("grown-bytes")->of(site), 0))),
               " | ");
  out += where(findings, site) + " |\n";
}

}  // namespace

void write_markdown(const Findings& findings, std::string& out) {
  out += say("### ", print::in_markdown(command_of(findings)), ": ", verdict(findings), "\n");
  if (findings.comparison)
    out += say("\n", findings.growth() < 0 ? "Less" : "More", " than at ",
               print::in_markdown(findings.comparison->with), ": ",
               counted(static_cast<std::uint64_t>(std::abs(findings.growth())), "byte"), ".\n");
  for (const std::string& doubt : doubts(findings)) out += say("\n> ", print::in_markdown(doubt), "\n");
  const std::vector<const Site*> ranking = findings.ranking();
  if (ranking.empty()) return;
  out += say("\n| bytes | blocks | ", findings.is_judged() ? "lost | " : "",
             findings.comparison ? "more | " : "", "where |\n|-:|-:|", findings.is_judged() ? "-:|" : "",
             findings.comparison ? "-:|" : "", "-|\n");
  const std::size_t shown = findings.shown(ranking.size());
  for (std::size_t i = 0; i < shown; ++i) append_row(findings, *ranking[i], out);
  if (shown < ranking.size()) out += say("\nand ", counted(ranking.size() - shown, "place"), " more.\n");
}

}  // namespace symkit::symleak
