// The images that lie in a folder (or are a file), with what is needed to tell which one a log means. Looked
// through once, when first asked for; of folders the catalogue remembers what is in them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/architecture.h"
#include "base/image_id.h"
#include "base/result.h"
#include "catalogue/catalogue.h"

namespace symkit::locate {

struct Candidate {
  std::string path;
  std::string name;  // as logs call it
  ImageId id;        // empty: it carries none
  Architecture architecture = Architecture::Unknown;
  std::uint64_t debug_bytes = 0;  // 0: symbols at most
  std::string debug_link = {};    // the name of its debug file, where it says one
  std::string called = {};        // what the image is called, where the name of its file says nothing of it
};

// The images of one file; none where it is not an image, or is not there.
std::vector<Candidate> candidates_in_file(const std::string& path);

// The best of those with the id: with debug information before without. Null where none has it.
const Candidate* richest(const std::vector<Candidate>& candidates, const ImageId& id);

// How a folder is looked through.
using Look = std::function<Result<catalogue::Snapshot>(const std::string& folder)>;
// Without a cache, and without a word.
Result<catalogue::Snapshot> look_anew(const std::string& folder);

class Candidates {
 public:
  explicit Candidates(std::string path, Look look = look_anew)
      : path_(std::move(path)), look_(std::move(look)) {}

  const std::vector<Candidate>& all();
  // Whether this is one archive, which was named itself.
  bool is_archive() const { return is_archive_; }

 private:
  void add_folder();

  std::string path_;
  Look look_;
  bool looked_ = false;
  bool is_archive_ = false;  // known once it was looked through
  std::vector<Candidate> all_;
};

// Whether a log that says `in_log` may mean an image called `name`: the same, a debug file of it, or the
// kernel's ways with modules ("snd_hda" is snd-hda.ko) and with itself (vmlinux-6.1.0).
bool same_name(std::string_view in_log, std::string_view name);

// Whether an image for the processor `have` will do for a log that says, or does not say, which it was.
bool same_processor(Architecture in_log, Architecture have);

}  // namespace symkit::locate
