// A report for people.
#include "base/words.h"
#include "print/visible.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

std::string seconds(std::uint64_t nanoseconds) {
  const std::uint64_t tenths = nanoseconds / 100'000'000;
  return say(tenths / 10, ".", tenths % 10, " s");
}

std::string how_it_ended(heap::format::Ended ended) {
  switch (ended) {
    case heap::format::Ended::ByExit: return "to its end";
    case heap::format::Ended::AtOnce: return "to _exit";
    default: return "until it was killed, or became another program; or it still runs";
  }
}

void append_head(const Findings& findings, std::string& out) {
  const auto& header = findings.recording.header();
  const heap::Tally& total = findings.replay.total;
  std::string command;
  for (const std::string& word : findings.recording.command()) command += (command.empty() ? "" : " ") + word;
  out += "recorded   ";
  print::append_visible(out, command);
  out += say(" (process ", header.pid, "), ", seconds(findings.replay.last_time), ", ",
             how_it_ended(header.ended), "\n");
  out += say("allocated  ", counted(total.allocations.rounded(), "block"), ", ",
             counted(total.allocated_bytes.rounded(), "byte"), "; at most ",
             counted(findings.replay.peak_bytes.rounded(), "byte"), " at a time\n");
  out += say("not freed  ", counted(total.live.rounded(), "block"), ", ",
             counted(total.live_bytes.rounded(), "byte"));
  if (!findings.sites.empty()) out += say(", from ", counted(findings.sites.size(), "place"));
  out += "\n";
  if (!findings.is_judged()) return;
  const heap::Reach unreached = findings.unreached();
  out += say("lost       ", counted(unreached.blocks().rounded(), "block"), ", ",
             counted(unreached.bytes().rounded(), "byte"), ": nothing leads to them any more\n");
}

void append_frame(const NamedFrame& frame, std::string& out) {
  out += "    ";
  if (frame.function.empty()) {
    out += hex(frame.offset);
    if (!frame.image.empty()) print::append_visible(out += " in ", frame.image);
    if (!frame.reason.empty()) print::append_visible(out += "  (", frame.reason), out += ")";
  } else {
    print::append_visible(out, frame.function);
    if (frame.line != 0) {
      print::append_visible(out += "  ", frame.file);
      out += say(":", frame.line);
    } else {
      print::append_visible(out += "  in ", frame.image);
    }
  }
  out += "\n";
}

// Of what is not freed here.
void append_reach(const Site& site, std::string& out) {
  const heap::Reach& lost = site.unreached;
  if (lost.blocks().parts == 0) {
    out += ": still reachable";
  } else if (lost.blocks() != site.tally.live) {
    out += say(": ", counted(lost.bytes().rounded(), "byte"), " in ",
               counted(lost.blocks().rounded(), "block"), " lost");
  } else {
    out += ": lost";
  }
  if (lost.blocks().parts != 0 && lost.direct.parts == 0) out += ", with the blocks that lead to them";
}

void append_site(const Findings& findings, const Site& site, std::size_t number, std::string& out) {
  const heap::Tally& tally = site.tally;
  out += say("\n", number, ". ", counted(tally.live_bytes.rounded(), "byte"), " in ",
             counted(tally.live.rounded(), "block"));
  if (tally.allocations != tally.live)
    out += say(", of ", with_commas(tally.allocations.rounded()), " allocated here");
  if (findings.is_judged()) append_reach(site, out);
  out += "\n";
  if (site.frames.empty()) out += "    (no stack)\n";
  for (const std::uint32_t frame : site.frames) append_frame(findings.names.frame(frame), out);
  if (site.is_cut) out += "    … the stack goes on, deeper than is recorded\n";
  if (site.is_broken) out += "    … nobody could say what called this\n";
}

}  // namespace

void write_text(const Findings& findings, std::string& out) {
  append_head(findings, out);
  for (const std::string& doubt : doubts(findings)) out += "note: " + doubt + "\n";
  for (std::size_t i = 0; i < findings.shown(); ++i) append_site(findings, findings.sites[i], i + 1, out);
  if (findings.shown() < findings.sites.size())
    out += say("\n… and ", counted(findings.sites.size() - findings.shown(), "place"),
               " more (--top 0 shows all)\n");
}

}  // namespace symkit::symleak
