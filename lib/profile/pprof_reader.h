// pprof's profile.proto, unpacked. It is believed only where it is whole: numbers that lead nowhere, ids that
// come twice and texts that are not there are errors, as Google's pprof has it.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "io/blob.h"
#include "profile/profile.h"

namespace symkit::profile {

// Whether the bytes, which are no text, may be such a file: it begins with a field that it can have.
bool looks_like_pprof(Bytes bytes);

// What is read, and what whoever adds functions to the file must know. Texts, functions, mappings and
// locations are numbered as they follow each other in the file.
struct PprofFile {
  Profile profile;
  std::size_t text_count = 0;
  std::uint64_t highest_function_id = 0;
  std::vector<std::uint64_t> function_ids;
};

Result<PprofFile> read_pprof(io::SharedBlob bytes);

}  // namespace symkit::profile
