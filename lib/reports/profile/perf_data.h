// perf.data, as written by `perf record`: samples with their call chains or copies of their stacks, and
// the mappings of their processes.
#pragma once

#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "reports/profile/pprof_reader.h"
#include "reports/profile/profile.h"
#include "stacks/samples/image_files.h"

namespace symkit::profile {

// What reading may use apart from the file.
struct PerfDataUse {
  samples::Sources images = {
      .files = [](const samples::RecordedImage&) { return std::vector<std::string>(); },
      .stored = [](const samples::RecordedImage&) { return samples::StoredImage(); }};
  unsigned jobs = 1;
  Passed passed = {}, wanted = {};  // for a mapped file
};

Result<Profile> read_perf_data(const io::SharedBlob& bytes, PerfDataUse use = {});

}  // namespace symkit::profile
