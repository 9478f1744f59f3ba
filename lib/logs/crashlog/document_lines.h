// Gathers the lines of a log that form one JSON document, for readers of complete documents; all other
// lines are passed on unchanged, in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "ground/base/each_line.h"
#include "logs/crashlog/document_capture.h"
#include "logs/crashlog/held_lines.h"

namespace symkit::crashlog {

// The number of a document's first line: it has that of its last one.
inline std::uint64_t first_line_of(const LogLine& document) {
  const std::uint64_t others = std::max<std::uint64_t>(count_line_ends(document.text), 1) - 1;
  return document.number - std::min(others, document.number - 1);
}

class DocumentLines {
 public:
  // `is_wanted`: whether a text has members that only the wanted documents have.
  explicit DocumentLines(DocumentCapture::IsWanted is_wanted) : capture_(is_wanted) {}

  // No reader waits for the lines: a document may begin with any member.
  void guess(bool on) { capture_.guess(on); }
  // Whether some lines wait for the rest of a document.
  bool active() const { return capture_.active(); }

  // Whether a line neither belongs to a document nor begins one. None may be active.
  bool is_outside(std::string_view line) {
    const bool is_ordinary = capture_.take(line, true, true) == DocumentCapture::Verdict::Ordinary;
    capture_.give_up();
    return is_ordinary;
  }

  // Takes a complete line. Calls line(LogLine) for each line that turns out not to be part of a document,
  // and document(LogLine) for a complete document.
  template <class Line, class Document>
  void take(std::string_view text, std::uint64_t number, Line line, Document document) {
    using Verdict = DocumentCapture::Verdict;
    Verdict verdict = capture_.take(text, true, true);
    if (verdict == Verdict::Refused || verdict == Verdict::Broken) {
      release(line);
      verdict = capture_.take(text, true, true);
    }
    const LogLine taken{.raw = text, .text = text, .number = number};
    if (verdict == Verdict::Ordinary) return line(taken);
    if (!held_.has_room_for(text, {})) {
      release(line);
      return line(taken);
    }
    const std::string_view own = text.substr(0, capture_.taken());
    held_.add({.raw = own, .text = own, .number = number});
    if (verdict != Verdict::Complete) return;
    end_document(number, line, document);
    if (own.size() < text.size()) take(text.substr(own.size()), number, line, document);
  }

  // Releases the waiting lines: they are not part of a document.
  template <class Line>
  void release(Line line) {
    capture_.give_up();
    held_.release([&](LogLine held) {
      held.text = held.raw;
      line(held);
    });
  }

 private:
  template <class Line, class Document>
  void end_document(std::uint64_t number, Line line, Document document) {
    if (capture_.is_guess() || capture_.prefixed()) return release(line);
    const std::string bytes(held_.bytes());
    held_.release([](const LogLine&) {});
    document(LogLine{.raw = bytes, .text = bytes, .number = number});
  }

  DocumentCapture capture_;
  HeldLines held_;
};

}  // namespace symkit::crashlog
