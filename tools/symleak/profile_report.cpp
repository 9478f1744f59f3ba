// Converts findings to a profile, and so to the formats that other programs read: pprof, speedscope,
// folded stacks.
#include <algorithm>
#include <map>

#include "ground/base/words.h"
#include "reports/profile/packing.h"
#include "reports/profile/writers.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

using profile::Profile;

class ProfileMaker {
 public:
  explicit ProfileMaker(const Findings& findings) : findings_(findings) {}

  Profile make() {
    const auto measures = findings_.measures();
    const Measure* shown = measure_called(findings_.comparison ? "grown-bytes" : "bytes");
    for (const Measure* measure : measures) {
      if (measure == shown) made_.shown_type = static_cast<std::uint32_t>(made_.types.size());
      made_.types.push_back({made_.texts.add(measure->pprof),
                             made_.texts.add(measure->counts_bytes() ? "bytes" : "count"),
                             made_.texts.add(say(measure->unit, "s ", measure->phrase))});
    }
    std::vector<std::int64_t> values;
    for (const Site& site : findings_.sites) {
      values.clear();
      for (const Measure* measure : measures) values.push_back(measure->of(site));
      made_.add_sample(stack_of(site), values);
    }
    made_.time_nanos = static_cast<std::int64_t>(findings_.recording.header().started);
    made_.duration_nanos = static_cast<std::int64_t>(findings_.replay.last_time);
    for (const std::string& doubt : doubts(findings_)) made_.comments.push_back(made_.texts.add(doubt));
    return std::move(made_);
  }

 private:
  // Inlined frames are lines of the location into which they were inlined.
  std::vector<std::uint32_t> stack_of(const Site& site) {
    std::vector<std::uint32_t> stack, lines;
    for (const std::uint32_t number : site.frames) {
      lines.push_back(number);
      if (findings_.names.frame(number).is_inlined) continue;
      stack.push_back(location_of(lines));
      lines.clear();
    }
    if (!lines.empty()) stack.push_back(location_of(lines));
    return stack;
  }

  std::uint32_t location_of(const std::vector<std::uint32_t>& frames) {
    const auto [place, is_new] =
        locations_.try_emplace(frames, static_cast<std::uint32_t>(made_.locations.size()));
    if (!is_new) return place->second;
    made_.locations.push_back({.first_line = static_cast<std::uint32_t>(made_.lines.size()),
                               .line_count = static_cast<std::uint32_t>(frames.size())});
    for (const std::uint32_t number : frames)
      made_.lines.push_back(
          {function_of(findings_.names.frame(number)), findings_.names.frame(number).line, 0});
    return place->second;
  }

  std::uint32_t function_of(const NamedFrame& frame) {
    const profile::TextId name = made_.texts.add(readable_name(frame));
    const profile::Function function{name, name, made_.texts.add(frame.file)};
    const auto [place, is_new] =
        functions_.try_emplace(function, static_cast<std::uint32_t>(made_.functions.size()));
    if (is_new) made_.functions.push_back(function);
    return place->second;
  }

  const Findings& findings_;
  Profile made_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> locations_;
  std::map<profile::Function, std::uint32_t> functions_;
};

}  // namespace

void write_pprof(const Findings& findings, std::string& out) {
  std::string plain;
  profile::write_pprof(ProfileMaker(findings).make(), plain);
  profile::append_packed(out, plain, profile::Packing::Gzip);
}

void write_speedscope(const Findings& findings, std::string& out) {
  profile::write_speedscope(ProfileMaker(findings).make(), "symleak", command_of(findings), out);
}

void write_folded(const Findings& findings, std::string& out) {
  const Measure* measure = findings.options.measure;
  const Profile made = ProfileMaker(findings).make();
  const auto measures = findings.measures();
  const auto found = std::ranges::find(measures, measure);
  const std::size_t type = measure == nullptr || found == measures.end()
                               ? shown_type(made)
                               : static_cast<std::size_t>(found - measures.begin());
  out += profile::folded_of(made, type).joined();
}

}  // namespace symkit::symleak
