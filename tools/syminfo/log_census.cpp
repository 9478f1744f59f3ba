#include "syminfo/log_census.h"

#include "crashlog/document.h"
#include "crashlog/prefix.h"

namespace symkit::syminfo {
namespace {

using crashlog::Found;

// More than any process has; memory stays bounded whatever the log says.
constexpr std::size_t most_images = 100'000;

// Calls take(line), each with its end.
template <class Take>
void each_line(std::string_view text, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::size_t next = end == std::string_view::npos ? text.size() : end + 1;
    take(text.substr(at, next - at));
    at = next;
  }
}

}  // namespace

Result<void> LogCensus::read(io::Input& input) {
  io::Lines lines(input);
  for (;;) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    take_line(**line);
  }
  finish();
  return {};
}

void LogCensus::take_line(const io::Line& line) {
  if (captured(line)) return;
  // A piece of a line that is too long to be a frame's says nothing.
  if (line.begins && line.ends) take(line.text);
}

// Whether the line waits for the rest of a document, or was its last.
bool LogCensus::captured(const io::Line& line) {
  using Verdict = crashlog::DocumentCapture::Verdict;
  Verdict verdict = capture_.take(line.text, line.begins, line.ends);
  if (verdict == Verdict::Refused || verdict == Verdict::Broken) {
    if (verdict == Verdict::Broken) {
      captured_.release([](std::string_view, std::uint64_t) {});
    } else {
      let_go();
    }
    verdict = capture_.take(line.text, line.begins, line.ends);
  }
  if (verdict == Verdict::Ordinary || verdict == Verdict::Refused || verdict == Verdict::Broken) return false;
  if (!captured_.has_room_for(line.text, held_)) {
    capture_.give_up();
    captured_.release([](std::string_view, std::uint64_t) {});
    return false;
  }
  if (capture_.decided() || verdict == Verdict::Complete) {
    if (!held_.empty()) release_held();
    reader_.report().images_complete();
  }
  captured_.add(line.text, 0);
  if (verdict == Verdict::Complete) read_document();
  return true;
}

// The lines are none of a document after all.
void LogCensus::let_go() {
  captured_.release([&](std::string_view line, std::uint64_t) { take(line); });
}

void LogCensus::take(std::string_view line) {
  crashlog::Report& report = reader_.report();
  const std::uint64_t reports_before = report.reports_begun();
  const Found found = reader_.read(line, frame_);
  add_listed(report, listed_, report_);
  // A report that listed no images is over when the next one begins.
  if (!held_.empty() && report.reports_begun() != reports_before) release_held();
  if (report.waits_for_images()) {
    if (held_.has_room_for(line, captured_)) return held_.add(line, 0);
    report.images_complete();
    return release_held();
  }
  if (!held_.empty()) {
    held_.add(line, 0);
    return release_held();
  }
  if (found == Found::Frame) count(frame_);
  if (found == Found::Lines) count_lines();
}

void LogCensus::release_held() {
  crashlog::Report& report = reader_.report();
  report.replay(true);
  held_.release([&](std::string_view line, std::uint64_t) { count_line(line); });
  report.replay(false);
}

void LogCensus::count_line(std::string_view line) {
  const Found found = reader_.read(line, frame_);
  if (found == Found::Frame) count(frame_);
  if (found == Found::Lines) count_lines();
}

void LogCensus::count_lines() {
  const std::string lines = std::move(reader_.report().lines());
  each_line(lines, [&](std::string_view line) {
    if (reader_.read(line, frame_) == Found::Frame) count(frame_);
  });
}

void LogCensus::count(const crashlog::Frame& frame) {
  count_one(frame);
  if (!frame.shares_line || &frame != &frame_) return;
  while (reader_.read_further(frame_)) count_one(frame_);
}

void LogCensus::count_one(const crashlog::Frame& frame) {
  ++frames_;
  hear_(frame);
  const bool nameless = frame.image.id.empty() && frame.image.name.empty() && frame.image.path.empty();
  if (!frame.problem.empty() || nameless) {
    ++hopeless_[std::string(nameless && frame.problem.empty() ? "the log does not name the image"
                                                              : frame.problem)];
    return;
  }
  LoggedImage& image = image_of(frame.image);
  ++image.frames;
  if (!image.load_address) image.load_address = frame.load_address;
}

// A report that is a document has images of its own.
void LogCensus::read_document() {
  std::string document;
  each_line(captured_.bytes(), [&](std::string_view line) {
    document += line.substr(capture_.prefixed() ? crashlog::text_start(line) : 0);
  });
  captured_.release([](std::string_view, std::uint64_t) {});
  const auto reports = crashlog::read_document(document);
  if (!reports) return;
  for (const crashlog::DocumentReport& report : *reports) {
    crashlog::Reader reader;
    crashlog::Frame frame;
    std::size_t listed = 0;
    std::uint64_t of_report = 0;
    each_line(report.text, [&](std::string_view line) {
      reader.read(line, frame);
      add_listed(reader.report(), listed, of_report);
    });
    reader.report().replay(true);
    each_line(report.text, [&](std::string_view line) {
      if (reader.read(line, frame) == Found::Frame) count(frame);
    });
  }
}

void LogCensus::finish() {
  if (capture_.active()) {
    const bool decided = capture_.decided();
    capture_.give_up();
    if (!decided) let_go();
  }
  if (!held_.empty()) release_held();
}

// What a line has added to the list of images. A report that begins forgets those of the one before.
void LogCensus::add_listed(const crashlog::Report& report, std::size_t& known, std::uint64_t& of_report) {
  if (report.reports_begun() != of_report) known = 0;
  of_report = report.reports_begun();
  for (; known < report.images().size(); ++known) {
    const crashlog::ListedImage& listed = report.images()[known];
    LoggedImage& image = listed_image({listed.name, listed.path, listed.id, listed.architecture});
    if (image.path.empty()) image.path = listed.path;
    if (image.load_address || listed.is_inner_piece) continue;
    image.load_address = listed.load_address ? *listed.load_address : listed.begin;
  }
}

// Frames that say the same of their image lie in one: that is how symlookup goes about it, too.
LoggedImage& LogCensus::image_of(const ImageReference& image) {
  write_key(image, key_);
  if (const auto at = exact_.find(key_); at != exact_.end()) return images_[at->second];
  const std::string id = image.id.hex();
  // The frame has the name, and the list the path.
  const auto same_id = id.empty() ? by_id_.end() : by_id_.find(id + '\0' + std::string(image.name));
  if (same_id != by_id_.end()) return images_[same_id->second];
  if (images_.size() == most_images) return rest_ = LoggedImage{};
  const std::size_t number = images_.size();
  images_.push_back({std::string(image.name), std::string(image.path), image.id, image.architecture});
  exact_.emplace(key_, number);
  by_path_.emplace(image.path.empty() ? image.name : image.path, number);
  if (!id.empty()) by_id_.emplace(id + '\0' + std::string(image.name), number);
  return images_.back();
}

// A list of mappings comes behind frames that may have said more of their image, or less.
LoggedImage& LogCensus::listed_image(const ImageReference& image) {
  const auto known = by_path_.find(std::string(image.path.empty() ? image.name : image.path));
  if (known == by_path_.end()) return image_of(image);
  LoggedImage& same_path = images_[known->second];
  const bool other_processor = image.architecture != Architecture::Unknown &&
                               same_path.architecture != Architecture::Unknown &&
                               image.architecture != same_path.architecture;
  if (other_processor || (!image.id.empty() && !same_path.id.empty())) return image_of(image);
  return same_path;
}

}  // namespace symkit::syminfo
