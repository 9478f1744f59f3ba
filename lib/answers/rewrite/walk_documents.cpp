// How a walk reads the documents in a log: reports that are JSON.
#include <optional>
#include <string>
#include <utility>

#include "answers/rewrite/walk.h"
#include "ground/base/each_line.h"

namespace symkit::rewrite {

using crashlog::Found;
using crashlog::LogLine;

std::optional<crashlog::Edits> Walk::answer_document(std::string_view text) {
  CapturedDocument document(text, false);
  const auto reports = crashlog::read_document(document.text());
  if (!reports || reports->empty()) return std::nullopt;
  if (!held_.empty()) release_held();
  document.keep_form();
  visitor_.begin_document(document);
  for (const crashlog::DocumentReport& report : *reports)
    report.document ? read_stacks(report) : read_report(report);
  return visitor_.take_document_edits();
}

void Walk::read_document() {
  if (capture_.is_guess()) return let_go();
  CapturedDocument document(captured_.bytes(), capture_.prefixed());
  const auto reports = crashlog::read_document(document.text());
  if (!reports) return drop_document(reports.error().message);
  if (reports->empty()) return let_go();
  if (reports->front().document) document.keep_form();
  visitor_.begin_document(document);
  for (const crashlog::DocumentReport& report : *reports)
    report.document ? read_stacks(report) : read_report(report);
  visitor_.end_document();
  captured_.release([](const LogLine&) {});
}

// The frames are in the document's own form.
void Walk::read_stacks(const crashlog::DocumentReport& report) {
  visitor_.begin_report();
  if (report.goes_on) return go_on(report);
  for (const crashlog::ListedImage& image : report.images) visitor_.image(image);
  for (const crashlog::DocumentFrame& place : report.frames)
    visitor_.document_line({.text = {}, .frame = &place.frame, .place = &place});
}

// A line of a report with several frames.
void Walk::read_made_lines(crashlog::Reader& reader) {
  crashlog::Frame frame;
  const std::string lines = std::move(reader.report().lines());
  each_line(lines, [&](std::string_view line) {
    const bool is_frame = reader.read(line, frame) == Found::Frame;
    line.remove_suffix(1);
    visitor_.document_line({.text = line, .frame = is_frame ? &frame : nullptr});
  });
}

// A document that is one line among others of its log.
void Walk::go_on(const crashlog::DocumentReport& document) {
  crashlog::Report& report = reader_.report();
  if (!document.images.empty()) {
    report.begin();
    reader_.end_stack();
    for (const crashlog::ListedImage& image : document.images) report.add_image(image);
    tell_images(report, told_);
  }
  for (const crashlog::DocumentFrame& place : document.frames) {
    crashlog::Frame frame = place.frame;
    const crashlog::ListedImage* image = report.image_at(frame.load_address.value_or(0));
    if (image != nullptr) crashlog::Report::fill_in(*image, frame);
    reader_.settle(frame);
    visitor_.document_line({.text = {}, .frame = &frame, .place = &place});
  }
}

// As with the held lines of a report: read to learn its images, and again for its frames.
void Walk::read_report(const crashlog::DocumentReport& report) {
  crashlog::Reader reader(wanted_);
  crashlog::Frame frame;
  Told told;
  visitor_.begin_report();
  each_line(report.text, [&](std::string_view line) {
    reader.read(line, frame);
    tell_images(reader.report(), told);
  });
  reader.report().replay(true);
  std::size_t number = 0;
  auto place = report.frames.begin();
  each_line(report.text, [&](std::string_view line) {
    const Found found = reader.read(line, frame);
    if (found == Found::Lines) {
      ++number;
      return read_made_lines(reader);
    }
    const bool is_frame = found == Found::Frame;
    const bool is_placed = place != report.frames.end() && place->line == number;
    if (is_placed && is_frame && place->address_of) frame.address_of = *place->address_of;
    line.remove_suffix(1);
    visitor_.document_line({line, is_frame ? &frame : nullptr, is_placed ? &*place : nullptr,
                            found == Found::Named ? &frame : nullptr});
    if (is_placed) ++place;
    ++number;
  });
  for (const std::string& problem : report.problems) reader_.report().note_problem(problem);
  for (const auto& [problem, times] : reader.report().problems())
    reader_.report().note_problem(problem, times);
}

}  // namespace symkit::rewrite
