// A report for programs: one object on one line.
#include "print/json.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

void write_tally(print::JsonWriter& json, const heap::Tally& tally) {
  json.member("liveBytes", tally.live_bytes.rounded());
  json.member("liveBlocks", tally.live.rounded());
  json.member("allocatedBytes", tally.allocated_bytes.rounded());
  json.member("allocations", tally.allocations.rounded());
  json.member("shortLived", tally.short_lived.rounded());
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
  json.end_object();
}

void write_site(print::JsonWriter& json, const Findings& findings, const Site& site) {
  json.begin_object();
  write_tally(json, site.tally);
  if (findings.is_judged()) write_reach(json, site.unreached);
  if (site.is_cut) json.member("cut", true);
  if (site.is_broken) json.member("broken", true);
  json.key("frames");
  json.begin_array();
  for (const std::uint32_t frame : site.frames) write_frame(json, findings.names.frame(frame));
  json.end_array();
  json.end_object();
}

}  // namespace

void write_json(const Findings& findings, std::string& out) {
  print::JsonWriter json(out);
  const auto& header = findings.recording.header();
  json.begin_object();
  json.key("command");
  json.begin_array();
  for (const std::string& word : findings.recording.command()) json.value(word);
  json.end_array();
  json.member("process", header.pid);
  json.member("ended", header.ended != heap::format::Ended::No);
  json.member("nanoseconds", findings.replay.last_time);
  json.member("peakBytes", findings.replay.peak_bytes.rounded());
  write_tally(json, findings.replay.total);
  if (findings.is_judged()) write_reach(json, findings.unreached());
  json.member("judged", findings.is_judged());
  json.key("notes");
  json.begin_array();
  for (const std::string& doubt : doubts(findings)) json.value(doubt);
  json.end_array();
  json.member("places", findings.sites.size());
  json.key("sites");
  json.begin_array();
  for (std::size_t i = 0; i < findings.shown(); ++i) write_site(json, findings, findings.sites[i]);
  json.end_array();
  json.end_object();
  out += "\n";
}

}  // namespace symkit::symleak
