// What the frames of a log say for and against the files that lie where it says its images were. An id would
// tell; without one such a file is believed on evidence: nothing that the log says is untrue of it, and of a
// system's library, which lies at the same path on every machine, two frames at least are more than chance.
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

// Of one image of a log.
class Belief {
 public:
  Belief(std::shared_ptr<Witness> witness, bool of_system);

  bool holds() const { return witness_ && why_not_.empty() && enough(); }
  // Believed or not: what the log goes on to say may change it.
  bool may_change() const { return witness_ && why_not_.empty(); }
  // How often `holds` has changed.
  unsigned revision() const { return revision_; }
  std::size_t frames_for() const { return for_.size(); }
  // Empty where nothing speaks against it.
  std::string_view why_not() const { return why_not_; }

  // Whether the frame is of a signal's trampoline. `stack`: a number of its own for each stack of the log.
  // `may_be_interrupted`: nothing is known of the frame before, which may be a trampoline's.
  bool hear(const FrameReference& frame, bool interrupted, bool may_be_interrupted, std::size_t stack);
  // The same of a frame that was heard; false where the file is another one.
  bool has_trampoline(const FrameReference& frame);

 private:
  bool enough() const { return for_.size() >= needed_ + excused_.size() && heard_; }

  std::shared_ptr<Witness> witness_;
  std::size_t needed_;
  void judge(const Statement& statement, std::size_t stack);

  std::set<std::uint64_t> for_;  // the addresses, each once
  // Those that speak against the file unless a signal came there. It takes another one for each to be
  // believed.
  std::set<std::uint64_t> excused_;
  // Where one stack had loaded the file: in one process that is one place.
  std::optional<std::uint64_t> loaded_;
  std::size_t loaded_in_stack_ = 0;
  bool heard_ = false;
  std::string_view why_not_;
  unsigned revision_ = 0;
};

// Whether an image is one that many machines have, each in its own build: below /lib, /usr and the like;
// where the log has no path, with a version in its name ("libc.so.6").
bool is_of_system(const ImageReference& image);

class Evidence {
 public:
  // The image's belief; null where none was begun in this log.
  Belief* find(const ImageReference& image);
  const Belief* find(const ImageReference& image) const;
  // Null where a log names more files than can be.
  Belief* begin(const ImageReference& image, const std::shared_ptr<Witness>& witness);

  // `belief`: the frame's, or null.
  void hear(const FrameReference& frame, Belief* belief);
  // The log's only image without an id, where all of the log is known and the asker named one file: by its
  // key (write_key); empty: there are several, or nobody knows.
  void set_sole_image(std::string key) { sole_image_ = std::move(key); }
  bool is_sole_image(const ImageReference& image) const;

  // Another log begins: what the one before said counts no more. Its revisions do.
  void begin_log();
  unsigned revision(const ImageReference& image) const;

  // The file at the path that the log says, asked once however many spellings its path has; null where there
  // is none to ask, or no regular one.
  std::shared_ptr<Witness> witness_of(const ImageReference& image);

  const std::map<std::string, Belief, std::less<>>& all() const { return beliefs_; }

 private:
  std::map<std::string, Belief, std::less<>> beliefs_;
  std::map<std::pair<std::string, Architecture>, std::shared_ptr<Witness>>
      witnesses_;  // by where they truly lie
  std::string sole_image_;
  mutable std::string key_;
  bool interrupted_ = false;    // the next frame
  bool after_unknown_ = false;  // that frame
  std::size_t stack_ = 0;
  unsigned logs_ = 0;
};

}  // namespace symkit::locate
