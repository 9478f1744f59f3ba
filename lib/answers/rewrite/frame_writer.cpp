#include "answers/rewrite/frame_writer.h"

#include "ground/base/each_line.h"
#include "ground/print/frame_elements.h"
#include "logs/crashlog/escaped_text.h"

namespace symkit::rewrite {

const print::Located& FrameWriter::describe(const symbolize::FrameAnswer& answer,
                                            const crashlog::Frame& frame) {
  const print::Located& located = description_.describe(answer, frame);
  if (!frame.may_be_data) work_.tally.count(located, frame, answer);
  return located;
}

void FrameWriter::frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
                        const symbolize::FrameAnswer& answer) {
  write_located(line, frame, colours, describe(answer, frame));
}

void FrameWriter::write_located(const crashlog::LogLine& line, const crashlog::Frame& frame,
                                std::string_view colours, const print::Located& located) {
  if (frame.number && *frame.number == 0) end_stack();
  if (work_.json) {
    const bool tells_symbol = work_.tells_symbols && located.frames.empty();
    print::append_frame_json(work_.output.buffer(),
                             {.line = line.number,
                              .thread = frame.thread,
                              .number = frame.number,
                              .id = frame.image.id.hex(),
                              .log = work_.log,
                              .symbol = tells_symbol ? frame.symbol : std::string_view{}},
                             located);
    work_.output.written();
  } else if (frame.shares_line) {
    add_to_line(line, frame, colours, located);
  } else if (located.frames.empty()) {
    work_.output.write(line.raw);
  } else {
    write_own_line(line, frame, colours, located);
  }
}

void FrameWriter::write_own_line(const crashlog::LogLine& line, const crashlog::Frame& frame,
                                 std::string_view colours, const print::Located& located) {
  const std::string_view end = line_end_of(line.text);
  const std::string_view content = line.text.substr(0, line.text.size() - end.size());
  before_ = content.substr(0, frame.replaced.begin);
  before_ += frame.columns;
  const print::FrameLine cut{before_, content.substr(frame.replaced.end), end, colours};
  if (!line.nesting && frame.elements.empty()) return write_line(cut, located, frame.image.id);
  changed_.clear();
  if (frame.elements.empty()) {
    print::append_frame_line(changed_, cut, located, style_within(line));
  } else {
    print::append_frame_elements(changed_, {cut, frame.elements, frame.readable}, located, work_.style);
  }
  crashlog::append_changed(work_.output.buffer(), line.raw, line.nesting, changed_);
  changed_.clear();
  work_.output.written();
}

// A string within a line (of JSON, say) gets no colours: no terminal shows it by itself.
print::LogStyle FrameWriter::style_within(const crashlog::LogLine& line) const {
  print::LogStyle style = work_.style;
  style.color = style.color && !line.nesting;
  return style;
}

void FrameWriter::write_line(const print::FrameLine& line, const print::Located& located,
                             const ImageId& image) {
  std::string& out = work_.output.buffer();
  print::append_frame_line(out, line, located, work_.style);
  if (work_.context != nullptr && !stack_has_context_)
    stack_has_context_ = work_.context->append(out, located.frames, image);
  work_.output.written();
}

// A line of several frames stays one line: each description takes the place of its own frame.
void FrameWriter::add_to_line(const crashlog::LogLine& line, const crashlog::Frame& frame,
                              std::string_view colours, const print::Located& located) {
  if (located.frames.empty()) return;
  changed_ += line.text.substr(written_of_line_, frame.replaced.begin - written_of_line_);
  changed_ += frame.columns;
  print::append_frame_words(changed_, located, style_within(line));
  changed_ += colours;
  written_of_line_ = frame.replaced.end;
}

void FrameWriter::end_line(const crashlog::LogLine& line) {
  if (!work_.json) {
    changed_ += line.text.substr(written_of_line_);
    crashlog::append_changed(work_.output.buffer(), line.raw, line.nesting, changed_);
    work_.output.written();
  }
  changed_.clear();
  written_of_line_ = 0;
}

void FrameWriter::pass(std::string_view bytes) {
  end_stack();
  if (!work_.json) work_.output.write(bytes);
}

}  // namespace symkit::rewrite
