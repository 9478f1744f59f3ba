// The images that lie in a folder (or are a file), with what is needed to tell which one a log means. Looked
// through once, when first asked for, by whichever thread that is; of folders the catalogue remembers what is
// in them.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "find/catalogue/catalogue.h"
#include "ground/base/architecture.h"
#include "ground/base/image_id.h"
#include "ground/base/image_reference.h"
#include "ground/base/result.h"

namespace symkit::locate {

struct Candidate {
  std::string path;
  std::string name;  // as logs call it
  ImageId id;        // empty: it carries none
  Architecture architecture = Architecture::Unknown;
  std::uint64_t debug_bytes = 0;  // 0: symbols at most
  std::string debug_link = {};    // the name of its debug file, where it says one
  std::string called = {};        // what the image is called, where the name of its file says nothing of it
  std::vector<std::string> same_image = {};  // other files with its id: a PDB's image itself
};

// The images of one file; none where it is not an image, or is not there.
std::vector<Candidate> candidates_in_file(const std::string& path);

// The best of those with the id: with debug information before without. Null where none has it.
const Candidate* richest(const std::vector<Candidate>& candidates, const ImageId& id);

// Notes which of them are files of the same image.
void note_same_image(Candidate& candidate, const std::vector<Candidate>& others);

// How a folder is looked through.
using Look = std::function<Result<catalogue::Snapshot>(const std::string& folder)>;
// Without a cache, and without a word.
Result<catalogue::Snapshot> look_anew(const std::string& folder);

class Candidates {
 public:
  explicit Candidates(std::string path, Look look = look_anew)
      : path_(std::move(path)), look_(std::move(look)) {}

  const std::vector<Candidate>& all() const;
  // Whether this is one archive, which was named itself; known once it was looked through.
  bool is_archive() const { return is_archive_; }

 private:
  void look() const;
  void add_folder() const;

  std::string path_;
  Look look_;
  mutable std::once_flag looked_;
  mutable bool is_archive_ = false;
  mutable std::vector<Candidate> all_;
};

// Whether a log that says `in_log` may mean an image called `name`: the same, a debug file of it, the
// kernel's ways with modules ("snd_hda" is snd-hda.ko) and with itself (vmlinux-6.1.0), or Windows' (see
// same_module).
bool same_name(std::string_view in_log, std::string_view name);

// Whether `name` is a module of Windows or a PDB, and the log means it: without regard to case, and with or
// without the extension.
bool same_module(std::string_view in_log, std::string_view name);

// The same of all that a log says of an image but its id: of the kernel it may say which release it is.
bool same_build(const ImageReference& in_log, std::string_view name);

// Whether an image for the processor `have` will do for a log that says, or does not say, which it was.
bool same_processor(Architecture in_log, Architecture have);

}  // namespace symkit::locate
