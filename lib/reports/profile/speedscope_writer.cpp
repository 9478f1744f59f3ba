// Writes speedscope's format.
#include <algorithm>
#include <array>

#include "ground/print/json.h"
#include "reports/profile/frame_names.h"
#include "reports/profile/sum.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

void write_frames(print::JsonWriter& json, const Profile& profile, const FrameNames& names) {
  json.begin_object("shared");
  json.objects("frames", names.all(), [&](const ShownFrame& frame) {
    json.member("name", frame.name);
    if (frame.line != 0) {
      json.member("file", profile.texts[frame.file]);
      json.member("line", frame.line);
    }
  });
  json.end_object();
}

std::string_view unit_of(std::string_view unit) {
  constexpr std::array known = {"nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"};
  return std::ranges::find(known, unit) == known.end() ? "none" : unit;
}

// Speedscope uses weights as widths: zero or negative ones have none.
void write_profile(print::JsonWriter& json, const Profile& profile, const FrameNames& names,
                   std::size_t type) {
  const ValueType& its = profile.types[type];
  std::int64_t sum = 0;
  std::vector<std::size_t> samples;
  for (std::size_t i = 0; i < profile.sample_count(); ++i) {
    if (profile.values(i)[type] <= 0) continue;
    samples.push_back(i);
    add_to(sum, profile.values(i)[type]);
  }
  json.begin_object();
  json.member("type", "sampled");
  json.member("name", profile.texts[its.title != 0 ? its.title : its.type]);
  json.member("unit", unit_of(profile.texts[its.unit]));
  json.member("startValue", 0);
  json.member("endValue", sum);
  json.begin_array("samples");
  std::vector<std::uint32_t> frames;
  for (const std::size_t sample : samples) {
    names.of_stack(profile.stack(sample), frames);
    json.begin_array();
    for (const std::uint32_t frame : frames) json.value(frame);
    json.end_array();
  }
  json.end_array();
  json.begin_array("weights");
  for (const std::size_t sample : samples) json.value(profile.values(sample)[type]);
  json.end_array();
  json.end_object();
}

}  // namespace

void write_speedscope(const Profile& profile, std::string_view exporter, std::string_view name,
                      std::string& out) {
  const FrameNames names(profile, Lines::Apart);
  print::JsonWriter json(out);
  json.begin_object();
  json.member("$schema", "https://www.speedscope.app/file-format-schema.json");
  json.member("exporter", exporter);
  json.member("name", name);
  json.member("activeProfileIndex", shown_type(profile));
  write_frames(json, profile, names);
  json.begin_array("profiles");
  for (std::size_t type = 0; type < profile.types.size(); ++type) write_profile(json, profile, names, type);
  json.end_array();
  json.end_object();
  out += "\n";
}

}  // namespace symkit::profile
