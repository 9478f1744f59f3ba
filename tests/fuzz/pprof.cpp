// rooms: profile
// pprof's files: what is read may be written anew, with a name for each location, in every form.
#include <cstdint>

#include "reports/profile/pprof_reader.h"
#include "reports/profile/pprof_rewriter.h"
#include "reports/profile/writers.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

void name_all(profile::Profile& profile) {
  profile.functions.push_back({profile.texts.add("named"), profile.texts.add("_named"), 0, 0});
  profile.lines.push_back({static_cast<std::uint32_t>(profile.functions.size() - 1), 1, 0});
  for (profile::Location& location : profile.locations) {
    location.first_line = static_cast<std::uint32_t>(profile.lines.size() - 1);
    location.line_count = 1;
  }
}

void write_all(const profile::Profile& profile) {
  std::string out;
  write_pprof(profile, out);
  fuzz::require(profile::read_pprof(io::blob_of_text(out)).has_value());
  write_speedscope(profile, "fuzz", "fuzz", out);
  for (std::size_t type = 0; type < profile.types.size() && type < 2; ++type) {
    static_cast<void>(folded_of(profile, type).joined());
    for (const auto names : {profile::Names::Whole, profile::Names::Cut})
      write_top(profile, type, names, out);
    write_flame_graph(profile, type, "fuzz", out);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  static_cast<void>(profile::looks_like_pprof(bytes));
  auto file = profile::read_pprof(io::borrowed_blob(bytes));
  if (!file) return 0;
  write_all(file->profile);
  const std::vector<bool> none_renamed(file->profile.locations.size());
  fuzz::require(profile::rewritten_pprof(*file, none_renamed).joined() == as_text(bytes));
  name_all(file->profile);
  const std::vector<bool> all_renamed(file->profile.locations.size(), true);
  fuzz::require(
      profile::read_pprof(io::blob_of_text(rewritten_pprof(*file, all_renamed).joined())).has_value());
  return 0;
}
