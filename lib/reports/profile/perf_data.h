// perf.data, as `perf record` writes it: samples with their call chains, in the memory of their processes.
#pragma once

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

Result<Profile> read_perf_data(const io::SharedBlob& bytes);

}  // namespace symkit::profile
