// Frames that were met before, and what was written for them: a program that crashes again and again does so
// in the same places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/retrace/retracer.h"
#include "ground/base/number_table.h"

namespace symkit::retrace {

class MetFrames {
 public:
  struct Frame {
    Outcome outcome = Outcome::Nothing;
    std::string_view frames;  // see frames_of(); valid until the next is added
  };

  // `frame`: its text in the line, from the class to the line number. Null: not remembered.
  const Frame* find(std::string_view frame, const Mapping& mapping);
  // Whether the frame that was looked for last is worth remembering: it was met before. Most of some logs are
  // met once.
  bool is_worth_adding() const { return is_met_again_; }
  // The frame that was looked for last.
  void add(std::string_view frame, Outcome outcome, std::string_view frames);

 private:
  struct Met {
    std::uint32_t begin = 0;  // in texts_
    std::uint16_t frame_size = 0;
    std::uint16_t frames_size = 0;
    Outcome outcome = Outcome::Nothing;
  };
  static constexpr std::size_t least_once = 1024, most_once = 64 * 1024;

  std::string_view text_of(const Met& met) const {
    return std::string_view(texts_).substr(met.begin, met.frame_size);
  }
  bool was_met_once();
  void forget();

  std::uint64_t mapping_ = 0;  // its serial
  std::string texts_;          // of each frame, and what was written for it
  std::vector<Met> met_;
  NumberTable by_text_;
  Frame found_;
  std::uint64_t hash_ = 0;  // of the frame that was looked for last
  bool is_met_again_ = false;
  std::size_t met_once_ = 0;         // since the table below grew
  std::vector<std::uint32_t> once_;  // hashes of frames that were met, until others take their places
};

}  // namespace symkit::retrace
