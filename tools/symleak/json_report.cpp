// A report for programs: one object on one line.
#include <string_view>
#include <vector>

#include "ground/print/frame_json.h"
#include "ground/print/json.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

void write_tally(print::JsonWriter& json, const heap::Counts& tally) {
  json.member("liveBytes", tally.live_bytes.rounded());
  json.member("liveBlocks", tally.live.rounded());
  json.member("allocatedBytes", tally.allocated_bytes.rounded());
  json.member("allocations", tally.allocations.rounded());
  json.member("shortLived", tally.short_lived.rounded());
  if (tally.mappings == 0) return;
  json.member("mappedBytes", tally.mapped_bytes);
  json.member("mappings", tally.mappings);
}

void write_passed_over(print::JsonWriter& json, std::string_view name, const PassedOver& passed) {
  if (passed.places == 0) return;
  json.begin_object(name);
  json.member("places", passed.places);
  json.member("blocks", passed.blocks.rounded());
  json.member("bytes", passed.bytes.rounded());
  json.end_object();
}

void write_reach(print::JsonWriter& json, const heap::Reach& reach) {
  json.member("lostBlocks", reach.direct.rounded());
  json.member("lostBytes", reach.direct_bytes.rounded());
  json.member("lostWithOthersBlocks", reach.indirect.rounded());
  json.member("lostWithOthersBytes", reach.indirect_bytes.rounded());
}

void write_frame(print::JsonWriter& json, const NamedFrame& frame) {
  json.begin_object();
  if (!frame.function.empty()) json.member("function", frame.function);
  if (frame.line != 0) {
    json.member("file", frame.file);
    json.member("line", frame.line);
  }
  if (!frame.image.empty()) json.member("image", frame.image);
  if (frame.function.empty()) json.member("address", frame.offset);
  if (!frame.reason.empty()) json.member("reason", frame.reason);
  if (frame.is_inlined) json.member("inlined", true);
  if (const SharedCode* code = frame.sharing.code()) {
    const std::vector<std::string_view> names(code->names.begin(), code->names.end());
    print::write_folded(json, {names, code->count, code->is_resolved, code->why});
  }
  json.end_object();
}

void write_site(print::JsonWriter& json, const Findings& findings, const Site& site) {
  json.begin_object();
  write_tally(json, site.tally);
  if (findings.is_judged()) write_reach(json, site.unreached);
  for (const std::string_view name : {"peak-bytes", "peak-blocks"})
    if (const Measure* measure = findings.options.measure; measure != nullptr && measure->name == name)
      json.member(name == "peak-bytes" ? "peakBytes" : "peakBlocks", measure->of(site));
  if (findings.comparison) {
    json.member("grownBytes", measure_called("grown-bytes")->of(site));
    json.member("grownBlocks", measure_called("grown-blocks")->of(site));
  }
  if (site.is_cut) json.member("cut", true);
  if (site.is_broken) json.member("broken", true);
  json.begin_array("frames");
  for (const std::uint32_t frame : site.frames) write_frame(json, findings.names.frame(frame));
  json.end_array();
  json.end_object();
}

}  // namespace

void write_json(const Findings& findings, print::Output& output) {
  print::JsonWriter json(output.buffer());
  const auto& header = findings.recording.header();
  json.begin_object();
  json.member("recording", findings.options.file);
  json.member("command", findings.recording.command());
  json.member("process", header.pid);
  json.member("ended", header.ended != heap::format::Ended::No);
  json.member("nanoseconds", findings.replay.last_time);
  json.member("peakBytes", findings.replay.peak_bytes.rounded());
  write_tally(json, findings.replay.total);
  if (findings.is_judged()) write_reach(json, findings.unreached());
  json.member("judged", findings.is_judged());
  if (!findings.is_at_end) json.member("until", findings.mark->name);
  if (findings.comparison) {
    json.member("comparedWith", findings.comparison->with);
    json.member("grownBytes", findings.growth());
  }
  write_passed_over(json, "suppressed", findings.suppressed);
  write_passed_over(json, "inBaseline", findings.in_baseline);
  json.begin_array("marks");
  for (const heap::Mark& mark : findings.marks) json.value(mark.name);
  json.end_array();
  json.member("notes", doubts(findings));
  const std::vector<const Site*> ranking = findings.ranking();
  json.member("places", ranking.size());
  json.begin_array("sites");
  for (std::size_t i = 0; i < findings.shown(ranking.size()); ++i) {
    write_site(json, findings, *ranking[i]);
    output.written();
  }
  json.end_array();
  json.end_object();
}

}  // namespace symkit::symleak
