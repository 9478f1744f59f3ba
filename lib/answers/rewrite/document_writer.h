// Writes a report that is a JSON document: as the text of a report whose frames are looked up, or as the
// same document with the results added to its frames.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/captured_document.h"
#include "answers/rewrite/frame_writer.h"
#include "logs/crashlog/document.h"
#include "logs/crashlog/document_edits.h"

namespace symkit::rewrite {

class DocumentWriter {
 public:
  DocumentWriter(NativeWork& work, FrameWriter& frames) : work_(work), frames_(frames) {}

  // Documents come one after another, each line by line. `document` must live until its end.
  void begin(const CapturedDocument& document);
  bool is_within() const { return document_ != nullptr; }
  // The place in the document of the frame of the next line that waits in the queue; null: it has none.
  void expect(const crashlog::DocumentFrame* place) { places_.push_back(place); }
  void between(const crashlog::LogLine& line) { write(line, nullptr, nullptr); }
  void frame(const crashlog::LogLine& line, const crashlog::Frame& frame,
             const symbolize::FrameAnswer& answer) {
    write(line, &frame, &frames_.describe(answer, frame));
  }
  void end();
  // For a document within a string, instead of end(): the edits to make in it; nothing is written.
  std::vector<crashlog::DocumentEdits::Edit> take_edits();

 private:
  void write(const crashlog::LogLine& line, const crashlog::Frame* frame, const print::Located* located);
  std::string function_of(const print::Located& located, const print::Frame& frame) const;
  void write_text(std::string_view line, const crashlog::Frame* frame, const print::Located* located);
  void add_members(const crashlog::DocumentFrame& place, const print::Located& located);
  std::string inlined_calls(const crashlog::DocumentFrame& place, const print::Located& located) const;
  void add_to_stack(const crashlog::DocumentFrame& place, const print::Located& located);
  std::vector<crashlog::Member> members_of(const crashlog::DocumentFrame& place,
                                           const print::Located& located, const print::Frame& frame) const;
  void add_place(const crashlog::DocumentFrame& place, const print::Frame& frame,
                 std::vector<crashlog::Member>& members) const;
  std::string_view shown_file(const print::Frame& frame) const;

  NativeWork& work_;
  FrameWriter& frames_;
  const CapturedDocument* document_ = nullptr;
  std::optional<crashlog::DocumentEdits> edits_;
  std::deque<const crashlog::DocumentFrame*> places_;  // of the lines that wait
};

}  // namespace symkit::rewrite
