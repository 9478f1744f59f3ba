#include "syminfo/log_census.h"

#include "crashlog/document.h"
#include "crashlog/prefix.h"

namespace symkit::syminfo {
namespace {

using crashlog::Found;
using Verdict = crashlog::DocumentCapture::Verdict;

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
  const auto add = [&](const crashlog::Frame& one) {
    ++frames_;
    if (one.image.id.empty() && one.image.name.empty() && one.image.path.empty()) {
      ++without_image_;
      return;
    }
    LoggedImage& image = image_of(one.image);
    ++image.frames;
    if (!image.load_address) image.load_address = one.load_address;
  };
  add(frame);
  if (!frame.shares_line || &frame != &frame_) return;
  while (reader_.read_further(frame_)) add(frame_);
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
    LoggedImage& image = image_of({listed.name, listed.path, listed.id, listed.architecture});
    if (image.load_address || listed.is_inner_piece) continue;
    image.load_address = listed.load_address ? *listed.load_address : listed.begin;
  }
}

// A frame may know the id and the list the path, or the other way round: what is one image becomes one.
LoggedImage& LogCensus::image_of(const crashlog::ImageReference& image) {
  const std::string id = image.id.empty() ? std::string() : image.id.hex() + std::string(image.name);
  const std::string path(image.path.empty() ? image.name : image.path);
  auto at = id.empty() ? by_id_.end() : by_id_.find(id);
  std::size_t number = images_.size();
  if (at != by_id_.end()) {
    number = at->second;
  } else if (const auto same_path = by_path_.find(path); same_path != by_path_.end()) {
    const LoggedImage& known = images_[same_path->second];
    if (image.id.empty() || known.id.empty()) number = same_path->second;
  }
  if (number == most_images) return rest_ = LoggedImage{};
  if (number == images_.size()) images_.emplace_back();
  LoggedImage& known = images_[number];
  if (known.name.empty()) known.name = image.name;
  if (known.path.empty()) known.path = image.path;
  if (known.id.empty()) known.id = image.id;
  if (known.architecture == Architecture::Unknown) known.architecture = image.architecture;
  if (!id.empty()) by_id_.emplace(id, number);
  by_path_.emplace(path, number);
  return known;
}

}  // namespace symkit::syminfo
