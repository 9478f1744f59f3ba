// perf.data, as written by `perf record`: samples with their call chains, and the mappings of their
// processes.
#pragma once

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

Result<Profile> read_perf_data(const io::SharedBlob& bytes);

}  // namespace symkit::profile
