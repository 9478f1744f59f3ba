// pprof's profile.proto, unpacked. It is believed only where it is whole: numbers that lead nowhere, ids that
// come twice and texts that are not there are errors, as Google's pprof has it.
#pragma once

#include <cstdint>
#include <functional>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "reports/profile/numbers_of_ids.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Whether the bytes, which are no text, may be such a file: it begins with a field that it can have.
bool looks_like_pprof(Bytes bytes);

// Told of a part of the file that is not wanted soon: its pages may leave memory until then.
using Passed = std::function<void(Bytes)>;

// What is read, and what whoever adds functions to the file must know. Texts, functions, mappings and
// locations are numbered as they follow each other in the file.
struct PprofFile {
  Profile profile;
  std::size_t text_count = 0;
  std::uint64_t highest_function_id = 0;
  std::vector<std::uint64_t> function_ids = {};
  NumbersOfIds location_ids = {};
  Passed passed = {};
};

// Tells of what was passed over, so much of it at once.
class ReadBehind {
 public:
  explicit ReadBehind(const PprofFile& file);

  void at(const char* here) {
    constexpr std::ptrdiff_t many = 8 << 20;
    if (!passed_ || here - at_ < many) return;
    passed_(as_bytes(std::string_view(at_, here)));
    at_ = here;
  }

 private:
  const Passed& passed_;
  const char* at_;
};

// Whether samples are kept in the profile, or only looked at whether they are right: whoever changes no more
// than locations has them in the file.
enum class Samples : std::uint8_t { Keep, Check };

Result<PprofFile> read_pprof(io::SharedBlob bytes, Samples samples = Samples::Keep, Passed passed = {});

// Of all samples of the file, kept or not.
void each_stack(const PprofFile& file, const TakeStack& take);

}  // namespace symkit::profile
