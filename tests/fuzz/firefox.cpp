// rooms: profile
// The Firefox Profiler's files: what is read may be written anew, with inlined calls in each location, and is
// read again with the same samples.
#include <cstdint>

#include "reports/profile/firefox_reader.h"
#include "reports/profile/firefox_rewriter.h"
#include "reports/profile/writers.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

// Each location that stands for code gets a function and one that was inlined into it.
void name_all(profile::Profile& profile, profile::Naming& naming) {
  const auto function = static_cast<std::uint32_t>(profile.functions.size());
  profile.functions.push_back({profile.texts.add("inner"), 0, profile.texts.add("inner.h"), 0});
  profile.functions.push_back({profile.texts.add("outer"), 0, 0, 0});
  const auto line = static_cast<std::uint32_t>(profile.lines.size());
  profile.lines.push_back({function, 1, 2});
  profile.lines.push_back({function + 1, 3, 0});
  for (std::size_t i = 0; i < profile.locations.size(); ++i) {
    profile::Location& location = profile.locations[i];
    if (location.reference == profile::none || location.line_count != 0) continue;
    location.first_line = line;
    location.line_count = 2;
    naming.renamed[i] = true;
    naming.extents[i] = {location.address, location.address / 2, location.address + 1};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  auto file = profile::read_firefox(io::borrowed_blob(bytes));
  if (!file) return 0;
  profile::Naming naming;
  naming.renamed.resize(file->profile.locations.size());
  naming.extents.resize(file->profile.locations.size());
  fuzz::require(rewritten_firefox(*file, naming) == as_text(file->profile.bytes->bytes()));
  name_all(file->profile, naming);
  const auto again = profile::read_firefox(io::blob_of_text(rewritten_firefox(*file, naming)));
  fuzz::require(again.has_value() && again->profile.sample_count() == file->profile.sample_count());
  std::string out;
  write_firefox(file->profile, naming.extents, "fuzz", out);
  const auto written = profile::read_firefox(io::blob_of_text(out));
  fuzz::require(written.has_value());
  write_speedscope(file->profile, "fuzz", "fuzz", out);
  return 0;
}
