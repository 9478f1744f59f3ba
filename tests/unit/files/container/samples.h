// One small file of each kind, for the tests that break files: cut them, flip their bits. The fuzz target's
// first corpus is written from them too.
#pragma once

#include <string>
#include <vector>

#include "support/assembler.h"

namespace symkit::test {

struct Sample {
  std::string name;
  Buffer bytes;
};

std::vector<Sample> samples();

}  // namespace symkit::test
