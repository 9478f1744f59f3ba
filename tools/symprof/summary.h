// --summary: locations by image, and why some have no names.
#pragma once

#include "reports/profile/namer.h"

namespace symkit::symprof {

void print_summary(const profile::Profile& profile, const profile::Naming& naming);

}  // namespace symkit::symprof
