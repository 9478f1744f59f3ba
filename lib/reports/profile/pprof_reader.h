// pprof's profile.proto, decompressed. It must be consistent: invalid references, duplicate ids and
// missing texts are errors, as in Google's pprof.
#pragma once

#include <cstdint>
#include <functional>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "reports/profile/numbers_of_ids.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Whether the bytes, which are not text, may be such a file: they begin with one of its fields.
bool looks_like_pprof(Bytes bytes);

// Called for a part of the file that is not needed soon: its pages may leave memory until then.
using Passed = std::function<void(Bytes)>;

// The profile, and what is needed to add functions to the file. Texts, functions, mappings and locations
// are numbered in the file's order.
struct PprofFile {
  Profile profile;
  std::size_t text_count = 0;
  std::uint64_t highest_function_id = 0;
  std::vector<std::uint64_t> function_ids = {};
  NumbersOfIds location_ids = {};
  Passed passed = {};
};

// Reports the parts that were read, in large pieces.
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

// Whether samples are kept in the profile or only validated: a caller that changes only locations has the
// samples in the file.
enum class Samples : std::uint8_t { Keep, Check };

Result<PprofFile> read_pprof(io::SharedBlob bytes, Samples samples = Samples::Keep, Passed passed = {});

// Passes on the stacks of all samples in the file, kept or not.
void each_stack(const PprofFile& file, const TakeStack& take);

}  // namespace symkit::profile
