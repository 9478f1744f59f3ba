// --summary for a log: how many frames there were, how many were resolved, and why the others were not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "answers/rewrite/tally.h"
#include "symlookup/without_lines.h"

namespace symkit::symlookup {

class LogSummary : public rewrite::Tally {
 public:
  // Whether an image was assumed to be the file named by -o, as no other image lacked an id.
  using IsSole = std::function<bool(const ImageReference& image)>;
  LogSummary(bool has_named_files, IsSole is_sole)
      : has_named_files_(has_named_files), is_sole_(std::move(is_sole)) {}

  void count(const print::Located& located, const crashlog::Frame& frame,
             const symbolize::FrameAnswer& answer) override;
  void gave_up_waiting() override { ++gave_up_; }
  void take_problems(const std::map<std::string, std::size_t>& problems) { problems_ = problems; }
  void take_refused_sources(const std::map<std::string, std::string>& refused) { refused_ = refused; }
  bool any() const { return seen_ != 0; }
  // Whether it has another explanation for a lack of frames.
  bool has_problems() const { return !problems_.empty() || gave_up_ != 0; }
  void print() const;  // on stderr
  // Prints one line if most frames were not resolved.
  void print_if_most_are_missed() const;

 private:
  bool has_named_files_;
  IsSole is_sole_;
  std::size_t seen_ = 0;
  std::size_t resolved_ = 0;
  std::size_t gave_up_ = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> missed_;  // by image and reason
  WithoutLines without_lines_;
  std::set<std::pair<std::string, std::string_view>> without_id_;  // images, and how they were identified
  std::map<std::pair<std::string, std::uint64_t>, std::size_t>
      inferred_;  // images, and where they were loaded
  std::map<std::string, std::size_t> problems_;
  std::map<std::string, std::string> refused_;  // sources, and why they are not shown
};

}  // namespace symkit::symlookup
