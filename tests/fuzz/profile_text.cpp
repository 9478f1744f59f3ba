// rooms: profile
// Any bytes at all as counted stacks, as perf's and as folded ones: what is read is a profile that can be
// written.
#include <cstdint>

#include "reports/profile/input_kind.h"
#include "reports/profile/pprof_reader.h"
#include "reports/profile/text_profile.h"
#include "reports/profile/writers.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

void check(const Result<profile::Profile>& profile) {
  if (!profile) return;
  for (std::size_t i = 0; i < profile->sample_count(); ++i)
    for (const std::uint32_t location : profile->stack(i))
      fuzz::require(location < profile->locations.size());
  std::string out;
  write_pprof(*profile, out);
  fuzz::require(profile::read_pprof(io::blob_of_text(out)).has_value());
  static_cast<void>(folded_of(*profile, 0).joined());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const io::SharedBlob bytes = io::borrowed_blob({data, size});
  static_cast<void>(profile::kind_of(bytes->bytes()));
  using Read = Result<profile::Profile> (*)(io::Input&);
  for (const Read read : {&profile::read_counted_stacks, &profile::read_perf_script, &profile::read_folded})
    check(read(*io::Input::of_memory(bytes, "fuzz")));
  return 0;
}
