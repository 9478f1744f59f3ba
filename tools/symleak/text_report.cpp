// A report for people.
#include <algorithm>

#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

void append_head(const Findings& findings, std::string& out) {
  const auto& header = findings.recording.header();
  const heap::Counts& total = findings.replay.total;
  out += "recorded   ";
  print::append_visible(out, command_of(findings));
  out += say(" (process ", header.pid, "), ", seconds(findings.replay.last_time), ", ");
  if (findings.is_at_end)
    out += how_it_ended(header.ended);
  else
    print::append_visible(out += "to mark '", findings.mark->name), out += "'";
  out += "\n";
  out += say("allocated  ", counted(total.allocations.rounded(), "block"), ", ",
             counted(total.allocated_bytes.rounded(), "byte"), "; at most ",
             counted(findings.replay.peak_bytes.rounded(), "byte"), " at a time\n");
  out += say("not freed  ", counted(total.live.rounded(), "block"), ", ",
             counted(total.live_bytes.rounded(), "byte"));
  const auto places = findings.suppressed.places + findings.in_baseline.places +
                      static_cast<std::size_t>(std::ranges::count_if(
                          findings.sites, [](const Site& site) { return site.tally.live.parts != 0; }));
  if (places != 0) out += say(", from ", counted(places, "place"));
  out += "\n";
  if (total.mappings != 0)
    out += say("mapped     ", counted(total.mappings, "range"), ", ", counted(total.mapped_bytes, "byte"),
               ", by the program's own mmap (--measure mapped-bytes shows where)\n");
  if (!findings.is_judged()) return;
  const heap::Reach unreached = findings.unreached();
  out += say("lost       ", counted(unreached.blocks().rounded(), "block"), ", ",
             counted(unreached.bytes().rounded(), "byte"), ": nothing points to them any more\n");
}

void append_passed_over(std::string_view what, const PassedOver& passed, std::string& out) {
  if (passed.places == 0) return;
  out += say(what, counted(passed.blocks.rounded(), "block"), ", ", counted(passed.bytes.rounded(), "byte"),
             ", from ", counted(passed.places, "place"), "\n");
}

// "+90 bytes", for the whole program.
void append_growth(const Findings& findings, std::string& out) {
  if (!findings.comparison) return;
  const std::int64_t growth = findings.growth();
  const std::uint64_t size =
      growth < 0 ? -static_cast<std::uint64_t>(growth) : static_cast<std::uint64_t>(growth);
  const auto grown = static_cast<std::size_t>(std::ranges::count_if(
      findings.sites, [](const Site& site) { return site.tally.live_bytes > site.before.live_bytes; }));
  print::append_visible(out += "compared   with ", findings.comparison->with);
  out += say(": ", counted(size, "byte"), growth < 0 ? " less" : " more", "; ", counted(grown, "place"),
             " grew\n");
}

void append_frame(const NamedFrame& frame, std::string& out) {
  out += "    ";
  if (frame.function.empty()) {
    out += hex(frame.offset);
    if (!frame.image.empty()) print::append_visible(out += " in ", frame.image);
    if (!frame.reason.empty()) print::append_visible(out += "  (", frame.reason), out += ")";
  } else {
    print::append_visible(out, readable_name(frame));
    if (frame.line != 0) {
      print::append_visible(out += "  ", frame.file);
      out += say(":", frame.line);
    } else {
      print::append_visible(out += "  in ", frame.image);
    }
  }
  out += "\n";
}

// About blocks that are not freed here.
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
  if (lost.blocks().parts != 0 && lost.direct.parts == 0) out += ", with the blocks that point to them";
}

// The value by which places are sorted, if that is not what is left.
void append_measured(const Findings& findings, const Site& site, std::string& out) {
  const auto amount = [&](const Measure& measure) {
    return counted(static_cast<std::uint64_t>(std::max<std::int64_t>(measure.of(site), 0)), measure.unit);
  };
  if (const Measure* measure = findings.options.measure) {
    out += say(amount(*measure), " ", measure->phrase, "; ");
  } else if (findings.comparison) {
    const Measure& blocks = *measure_called("grown-blocks");
    out += amount(*measure_called("grown-bytes")) + " more";
    if (blocks.of(site) > 0) out += say(", in ", amount(blocks));
    out += "; now ";
  }
}

void append_left(const Findings& findings, const Site& site, std::string& out) {
  const heap::Counts& tally = site.tally;
  append_measured(findings, site, out);
  out += say(counted(tally.live_bytes.rounded(), "byte"), " in ", counted(tally.live.rounded(), "block"));
  if (tally.allocations != tally.live)
    out += say(", of ", with_commas(tally.allocations.rounded()), " allocated here");
  if (findings.is_judged() && tally.live.parts != 0) append_reach(site, out);
}

void append_mapped(const Site& site, std::string& out) {
  out += say(counted(site.tally.mapped_bytes, "byte"), " mapped, in ", counted(site.tally.mappings, "range"));
}

void append_site(const Findings& findings, const Site& site, std::size_t number, std::string& out) {
  out += say("\n", number, ". ");
  const Measure* measure = findings.options.measure;
  if (measure != nullptr && measure->needs == Measure::Needs::Mappings)
    append_mapped(site, out);
  else
    append_left(findings, site, out);
  out += "\n";
  if (site.frames.empty()) out += "    (no stack)\n";
  for (const std::uint32_t frame : site.frames) append_frame(findings.names.frame(frame), out);
  if (site.is_cut) out += "    … the stack continues, but was not recorded deeper\n";
  if (site.is_broken) out += "    … caller unknown: the stack could not be unwound further\n";
}

}  // namespace

void write_text(const Findings& findings, print::Output& output) {
  std::string& out = output.buffer();
  append_head(findings, out);
  append_passed_over("suppressed ", findings.suppressed, out);
  append_passed_over("known      ", findings.in_baseline, out);
  append_growth(findings, out);
  for (const std::string& doubt : doubts(findings)) out += "note: " + doubt + "\n";
  const std::vector<const Site*> ranking = findings.ranking();
  const std::size_t shown = findings.shown(ranking.size());
  for (std::size_t i = 0; i < shown; ++i) {
    append_site(findings, *ranking[i], i + 1, out);
    output.written();
  }
  if (shown < ranking.size())
    out += say("\n… and ", counted(ranking.size() - shown, "place"), " more (--top 0 shows all)\n");
}

}  // namespace symkit::symleak
