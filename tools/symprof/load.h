// The bytes of a profile, decompressed, and how they were compressed.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "reports/profile/packing.h"
#include "reports/profile/pprof_reader.h"

namespace symkit::symprof {

struct Loaded {
  std::string name;  // for messages
  io::SharedBlob bytes;
  profile::Packing packing = profile::Packing::None;
  // For a mapped file.
  profile::Passed passed = {};
  profile::Passed wanted = {};  // soon
};

// Empty: standard input.
Result<Loaded> load(const std::string& path);

}  // namespace symkit::symprof
