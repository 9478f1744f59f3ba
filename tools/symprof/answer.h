// A named profile in the form that was asked for.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "reports/profile/namer.h"
#include "reports/profile/pieces.h"
#include "symprof/options.h"
#include "symprof/read.h"

namespace symkit::symprof {

// Whether a terminal can show it.
bool is_text(const Options& options, const Read& read);

// Whether the answer is made of samples, or they stay where they are.
profile::Samples wanted_samples(const Options& options);

// What is written behind the names of files that become other kinds: ".pb.gz".
std::string_view extension_of(const Options& options, const Read& read);

// Errors do not name the file. What it is a view of is what was read.
Result<profile::Pieces> answer_of(const Options& options, const Read& read, const profile::Naming& naming);

// The file is there when it is whole.
Result<void> write_answer(const std::string& path, const profile::Pieces& answer, const Loaded& loaded,
                          const std::string& drafts = {});

}  // namespace symkit::symprof
