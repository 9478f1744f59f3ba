// Writes a report that is a JSON document: as the text of a report whose frames are looked up, or as the
// same document with the results added to its frames.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/frame_writer.h"
#include "answers/rewrite/held_stack.h"
#include "answers/rewrite/visitor.h"
#include "logs/crashlog/document_edits.h"

namespace symkit::rewrite {

class DocumentWriter {
 public:
  DocumentWriter(NativeWork& work, FrameWriter& frames) : work_(work), frames_(frames) {}

  // Documents come one after another, each line by line. `document` must live until its end.
  void begin(const CapturedDocument& document);
  // Lines are held until the end of the report, so that all its frames are seen before the first is
  // answered.
  void take(const DocumentLine& line);
  void end_report();
  void end();
  // For a document within a string, instead of end(): the edits to make in it; nothing is written.
  std::vector<crashlog::DocumentEdits::Edit> take_edits();

 private:
  void write(const DocumentLine& line);
  const print::Located& answer(const crashlog::Frame& frame);
  std::string function_of(const print::Located& located, const print::Frame& frame) const;
  void write_text(const DocumentLine& line);
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
  HeldStack held_;
  std::vector<const crashlog::DocumentFrame*> places_;  // of the held lines
  std::size_t answered_ = 0;                            // frames of the held lines
  bool is_seen_ = false;                                // all of these frames
  std::vector<const FrameReference*> seen_;
};

}  // namespace symkit::rewrite
