#include "rewrite/frame_writer.h"

#include "base/each_line.h"

namespace symkit::rewrite {

const print::Located& FrameWriter::answer(const crashlog::Frame& frame) {
  const symbolize::FrameAnswer answer = work_.resolver.resolve(frame);
  const print::Located& located = description_.describe(answer, frame);
  work_.tally.count(located, frame, answer);
  return located;
}

void FrameWriter::write(std::string_view line, std::uint64_t number, const crashlog::Frame& frame,
                        std::string_view colours) {
  const print::Located& located = answer(frame);
  if (frame.number && *frame.number == 0) end_stack();
  if (work_.json) {
    print::append_frame_json(work_.output.buffer(),
                             {number, frame.thread, frame.number, frame.image.id.hex()}, located);
    work_.output.written();
  } else if (frame.shares_line) {
    add_to_line(line, frame, colours, located);
  } else if (located.frames.empty()) {
    work_.output.write(line);
  } else {
    const std::string_view end = line_end_of(line);
    const std::string_view content = line.substr(0, line.size() - end.size());
    before_ = content.substr(0, frame.replaced.begin);
    before_ += frame.columns;
    write_line({before_, content.substr(frame.replaced.end), end, colours}, located);
  }
}

void FrameWriter::write_line(const print::FrameLine& line, const print::Located& located) {
  std::string& out = work_.output.buffer();
  print::append_frame_line(out, line, located, work_.style);
  if (work_.context != nullptr && !stack_has_context_)
    stack_has_context_ = work_.context->append(out, located.frames);
  work_.output.written();
}

// A line of several frames stays one line: each description takes the place of its own frame.
void FrameWriter::add_to_line(std::string_view line, const crashlog::Frame& frame, std::string_view colours,
                              const print::Located& located) {
  if (located.frames.empty()) return;
  std::string& out = work_.output.buffer();
  out += line.substr(written_of_line_, frame.replaced.begin - written_of_line_);
  out += frame.columns;
  print::append_frame_words(out, located, work_.style);
  out += colours;
  written_of_line_ = frame.replaced.end;
  work_.output.written();
}

void FrameWriter::end_line(std::string_view line) {
  if (!work_.json) work_.output.write(line.substr(written_of_line_));
  written_of_line_ = 0;
}

void FrameWriter::pass(std::string_view bytes) {
  end_stack();
  if (!work_.json) work_.output.write(bytes);
}

}  // namespace symkit::rewrite
