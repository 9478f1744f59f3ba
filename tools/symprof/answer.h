// A named profile in the requested format.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "reports/profile/namer.h"
#include "reports/profile/pieces.h"
#include "symprof/options.h"
#include "symprof/read.h"

namespace symkit::symprof {

// Whether the output can be shown on a terminal.
bool is_text(const Options& options, const Read& read);

// Whether the output is made from samples, or copies them from the file.
profile::Samples wanted_samples(const Options& options);

// The extension of output files in another format: ".pb.gz".
std::string_view extension_of(const Options& options, const Read& read);

// Errors do not name the file. The result refers to `read`.
Result<profile::Pieces> answer_of(const Options& options, const Read& read, const profile::Naming& naming);

// The file appears when it is complete.
Result<void> write_answer(const std::string& path, const profile::Pieces& answer, const Loaded& loaded,
                          const std::string& drafts = {});

}  // namespace symkit::symprof
