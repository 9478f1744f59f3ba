// perf.data, as `perf record` writes it: samples with their call chains, in the memory of their processes.
#pragma once

#include "base/result.h"
#include "io/blob.h"
#include "profile/profile.h"

namespace symkit::profile {

Result<Profile> read_perf_data(const io::SharedBlob& bytes);

}  // namespace symkit::profile
