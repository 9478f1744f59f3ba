// The images that lie in a folder (or are a file), with what is needed to tell which one a log means. Looked
// through once, when first asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/architecture.h"
#include "base/image_id.h"

namespace symkit::locate {

struct Candidate {
  std::string path;
  std::string name;  // as logs call it
  ImageId id;        // empty: it carries none
  Architecture architecture = Architecture::Unknown;
  std::uint64_t debug_bytes = 0;  // 0: symbols at most
  std::string debug_link = {};    // the name of its debug file, where it says one
};

// The images of one file; none where it is not an image, or is not there.
std::vector<Candidate> candidates_in_file(const std::string& path);

class Candidates {
 public:
  explicit Candidates(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  const std::vector<Candidate>& all();

 private:
  std::string path_;
  bool looked_ = false;
  std::vector<Candidate> all_;
};

// Whether a log that says `in_log` may mean an image called `name`: the same, a debug file of it, or the
// kernel's ways with modules ("snd_hda" is snd-hda.ko) and with itself (vmlinux-6.1.0).
bool same_name(std::string_view in_log, std::string_view name);

// Whether an image for the processor `have` will do for a log that says, or does not say, which it was.
bool same_processor(Architecture in_log, Architecture have);

}  // namespace symkit::locate
