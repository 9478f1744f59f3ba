// The registers of a sample, which perf numbers in an order of its own.
#pragma once

#include "ground/base/architecture.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/perf_sample.h"
#include "stacks/unwind/registers.h"

namespace symkit::profile::perf {

// Of the program that was sampled: it may have fewer bits than the machine. Unknown: it has no registers
// that could be understood.
Architecture architecture_of(const File& file, const Sample& sample);

unwind::Registers registers_of(const File& file, const Sample& sample, Architecture architecture);

}  // namespace symkit::profile::perf
