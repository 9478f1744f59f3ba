// rooms: profile
// Any bytes at all as perf.data: samples and locations fit, and what is read is a profile that can be
// written. Every image with an id has the file of one program.
#include "reports/profile/perf_data.h"

#include <cstdint>
#include <string>
#include <vector>

#include "reports/profile/pprof_reader.h"
#include "reports/profile/writers.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  profile::PerfDataUse use;
  use.images.files = [](const samples::RecordedImage&) {
    return std::vector<std::string>{SYMKIT_TEST_DATA "/leak/basket"};
  };
  const auto profile = profile::read_perf_data(io::borrowed_blob({data, size}), use);
  if (!profile) return 0;
  for (std::size_t i = 0; i < profile->sample_count(); ++i)
    for (const std::uint32_t location : profile->stack(i))
      fuzz::require(location < profile->locations.size());
  for (const profile::Location& location : profile->locations)
    fuzz::require(location.mapping == profile::none || location.mapping < profile->mappings.size());
  std::string out;
  write_pprof(*profile, out);
  fuzz::require(profile::read_pprof(io::blob_of_text(out)).has_value());
  return 0;
}
