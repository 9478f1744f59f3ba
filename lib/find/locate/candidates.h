// The images in a folder or file, with the properties by which a log's image is recognized. Scanned once,
// by the first thread that needs them; the contents of folders are cached by the catalogue.
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
  std::string name;  // as in logs
  ImageId id;        // empty: it has none
  Architecture architecture = Architecture::Unknown;
  std::uint64_t debug_bytes = 0;             // 0: at most symbols
  std::string debug_link = {};               // the name of its debug file, if it has one
  std::string called = {};                   // the image's name, if the file's name is unrelated to it
  std::vector<std::string> same_image = {};  // other files with its id: a PDB's image itself
};

// The images in one file; empty if it is not an image, or does not exist.
std::vector<Candidate> candidates_in_file(const std::string& path);

// The best candidate with the id: with debug information rather than without. Null if none has the id.
const Candidate* richest(const std::vector<Candidate>& candidates, const ImageId& id);

// Records which of the others are files of the same image.
void note_same_image(Candidate& candidate, const std::vector<Candidate>& others);

// How a folder is scanned.
using Look = std::function<Result<catalogue::Snapshot>(const std::string& folder)>;
// Without a cache, and silently.
Result<catalogue::Snapshot> look_anew(const std::string& folder);

class Candidates {
 public:
  explicit Candidates(std::string path, Look look = look_anew)
      : path_(std::move(path)), look_(std::move(look)) {}

  const std::vector<Candidate>& all() const;
  // Whether this is a single archive that the user named; known after the scan.
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

// Whether `in_log` may mean an image called `name`: the same name, that of its debug file, or a variant
// of a kernel module ("snd_hda" is snd-hda.ko), of the kernel (vmlinux-6.1.0) or of a Windows module (see
// same_module).
bool same_name(std::string_view in_log, std::string_view name);

// Whether `name` is a Windows module or a PDB that the log means, ignoring case and a missing extension.
bool same_module(std::string_view in_log, std::string_view name);

// The same for everything that a log says of an image except its id; for the kernel that may include its
// release.
bool same_build(const ImageReference& in_log, std::string_view name);

// Whether an image for the processor `have` fits a log that may or may not name its processor.
bool same_processor(Architecture in_log, Architecture have);

}  // namespace symkit::locate
