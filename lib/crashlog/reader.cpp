#include "crashlog/reader.h"

#include "crashlog/prefix.h"

namespace symkit::crashlog {

Reader::Reader() : formats_(all_formats()) {}

// Made when it is needed: where addresses are all that comes it is not.
const LineFilter& Reader::filter() const {
  if (filter_) return *filter_;
  filter_.emplace();
  for (const auto& format : formats_) {
    for (const std::string_view mark : format->marks()) filter_->add_mark(mark);
    for (const std::string_view heading : format->headings()) filter_->add_heading(heading);
  }
  filter_->prepare();
  return *filter_;
}

Found Reader::read(std::string_view raw, Frame& frame) {
  Found found = Found::Nothing;
  const std::size_t images_before = report_.images_listed();
  if (raw.size() <= longest_line) {
    line_.take(raw);
    found = ask_formats(frame);
  }
  // A list of images ends with the first line that is none.
  if (report_.waits_for_images() && images_before != 0 && report_.images_listed() == images_before)
    report_.images_complete();
  if (found == Found::Frame) {
    complete(frame);
  } else if (found == Found::Nothing) {
    position_.other_text();
  } else {
    position_.no_frame();
  }
  return found;
}

std::size_t Reader::plain_lines(std::string_view text) const {
  if (report_.waits_for_images() || report_.takes_every_line()) return 0;
  return filter().plain_lines(text);
}

Found Reader::ask_formats(Frame& frame) {
  const std::string_view text = line_.text();
  const std::size_t start = text_start(text);
  const bool is_of_interest = report_.takes_every_line() || filter().has_mark(text.substr(start)) ||
                              filter().is_heading(text.substr(start));
  if (!is_of_interest) return Found::Nothing;
  for (const auto& format : formats_) {
    frame = Frame{};
    const Found found = format->read(text, start, report_, frame);
    last_format_ = format.get();
    if (found != Found::Nothing) return found;
  }
  return Found::Nothing;
}

Found Reader::read_again(std::string_view raw, Frame& frame) {
  line_.take(raw);
  const Found found = ask_formats(frame);
  position_ = position_before_;
  if (found == Found::Frame) complete(frame);
  return found;
}

bool Reader::read_further(Frame& frame) {
  frame = Frame{};
  if (!last_format_->read_further(line_.text(), read_up_to_, report_, frame)) return false;
  complete(frame);
  return true;
}

void Reader::complete(Frame& frame) {
  read_up_to_ = frame.replaced.end;
  frame.replaced = line_.in_raw(frame.replaced);
  colours_.clear();
  line_.append_colours(frame.replaced, colours_);
  if (!frame.stands_alone) {
    if (frame.thread.empty()) frame.thread = report_.thread();
    if (frame.image.architecture == Architecture::Unknown) frame.image.architecture = report_.architecture();
  }
  if (report_.take_signal()) position_.signal();
  position_before_ = position_;
  position_.settle(frame);
}

}  // namespace symkit::crashlog
