// Writes frames of native code as they are answered: on a line of their own with each inlined call on a
// line before it, among others on one line, or as a JSON object. The first frame of a stack whose source
// is available gets lines of that source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answers/rewrite/description.h"
#include "answers/rewrite/source_context.h"
#include "answers/rewrite/tally.h"
#include "answers/symbolize/frame_resolver.h"
#include "ground/print/log_frames.h"
#include "ground/print/output.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/log_line.h"

namespace symkit::rewrite {

struct NativeWork {
  symbolize::FrameResolver& resolver;
  print::Output& output;
  Tally& tally;
  print::LogStyle style = {};
  bool json = false;                 // an object for each frame, and nothing else
  SourceContext* context = nullptr;  // null: no lines of source
  std::string_view log = {};         // for JSON: which part of a bug report is read; empty: none
  Rename rename = {};                // none: functions keep their names
  bool tells_symbols = false;        // in JSON: the log's own names where nothing else is known
};

class FrameWriter {
 public:
  explicit FrameWriter(NativeWork& work) : work_(work), description_(work.rename) {}

  // Counts the frame, too. Valid until the next call.
  const print::Located& describe(const symbolize::FrameAnswer& answer, const crashlog::Frame& frame);

  // A line of the log and a frame in it. Frames that share a line come one after another, followed by
  // end_line().
  void frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
             const symbolize::FrameAnswer& answer);
  void end_line(const crashlog::LogLine& line);

  // A line that has been split already.
  void write_line(const print::FrameLine& line, const print::Located& located, const ImageId& image);

  // A line that is not a frame.
  void pass(std::string_view bytes);
  // The next frame belongs to another stack.
  void end_stack() { stack_has_context_ = false; }

 private:
  void write_located(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
                     const print::Located& located);
  void write_own_line(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
                      const print::Located& located);
  void add_to_line(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
                   const print::Located& located);
  print::LogStyle style_within(const crashlog::LogLine& line) const;

  NativeWork& work_;
  Description description_;
  std::string before_;
  std::string changed_;  // an escaped line, changed
  std::size_t written_of_line_ = 0;
  bool stack_has_context_ = false;
};

}  // namespace symkit::rewrite
