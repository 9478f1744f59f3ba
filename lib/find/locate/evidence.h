// Evidence from a log's frames for and against the files at the paths of its images without ids. A file
// is accepted if nothing in the log contradicts it. A system library is at the same path on every
// machine, so it also needs two frames at least that few other files would fit.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "find/locate/witness.h"
#include "ground/base/frame_reference.h"

namespace symkit::locate {

// For one image of a log.
class Belief {
 public:
  Belief(std::shared_ptr<Witness> witness, bool of_system);

  bool holds() const { return witness_ && why_not_.empty() && enough(); }
  // Whether the rest of the log may change it.
  bool may_change() const { return witness_ && why_not_.empty(); }
  // How often `holds` has changed.
  unsigned revision() const { return revision_; }
  // Empty if nothing contradicts the file.
  std::string_view why_not() const { return why_not_; }

  // Returns whether the frame is in a signal trampoline. `stack`: a different number for each stack of
  // the log. `may_be_interrupted`: the frame before is unknown and may be a trampoline.
  bool hear(const FrameReference& frame, bool interrupted, bool may_be_interrupted, std::size_t stack);
  // Whether a frame that was heard before is in a trampoline; false if the file is another one.
  bool has_trampoline(const FrameReference& frame);

 private:
  bool enough() const { return for_.size() >= needed_ + excused_.size() && heard_; }

  std::shared_ptr<Witness> witness_;
  std::size_t needed_;
  void judge(const Statement& statement, std::size_t stack);

  std::set<std::uint64_t> for_;  // distinct addresses
  // Addresses that contradict the file unless a signal arrived there. Each requires one more address in
  // favour.
  std::set<std::uint64_t> excused_;
  // Where one stack had loaded the file: in one process that is a single place.
  std::optional<std::uint64_t> loaded_;
  std::size_t loaded_in_stack_ = 0;
  bool heard_ = false;
  std::string_view why_not_;
  unsigned revision_ = 0;
};

// Whether the image is a system file, of which many machines have different builds: below /lib, /usr and
// the like, or, if the log has no path, with a version in its name ("libc.so.6").
bool is_of_system(const ImageReference& image);

class Evidence {
 public:
  // The image's belief; null if none was begun in this log.
  Belief* find(const ImageReference& image);
  const Belief* find(const ImageReference& image) const;
  // Null if the log names implausibly many files.
  Belief* begin(const ImageReference& image, const std::shared_ptr<Witness>& witness);

  // `belief`: the frame's, or null.
  void hear(const FrameReference& frame, Belief* belief);
  // The key (write_key) of the log's only image without an id, if the complete log is known and the user
  // named one file; empty: there are several, or it is not known.
  void set_sole_image(std::string key) { sole_image_ = std::move(key); }
  bool is_sole_image(const ImageReference& image) const;

  // Begins another log: evidence of the one before is dropped, but its revisions still count.
  void begin_log();
  unsigned revision(const ImageReference& image) const;

  // The file at the path in the log, opened once even if the path is spelled in several ways; null if
  // there is no such regular file.
  std::shared_ptr<Witness> witness_of(const ImageReference& image);

  const std::map<std::string, Belief, std::less<>>& all() const { return beliefs_; }

 private:
  std::map<std::string, Belief, std::less<>> beliefs_;
  std::map<std::pair<std::string, Architecture>, std::shared_ptr<Witness>> witnesses_;  // by true path
  std::string sole_image_;
  mutable std::string key_;
  bool interrupted_ = false;    // the next frame was interrupted
  bool after_unknown_ = false;  // the next frame follows an unknown one
  std::size_t stack_ = 0;
  unsigned logs_ = 0;
};

}  // namespace symkit::locate
