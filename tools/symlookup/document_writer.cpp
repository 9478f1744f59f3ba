#include "symlookup/document_writer.h"

#include <algorithm>

#include "base/words.h"
#include "crashlog/prefix.h"
#include "print/json.h"
#include "print/visible.h"

namespace symkit::symlookup {
namespace {

// The inlined frame as a member of its own kind, or as a neighbour of the frame that it was inlined into.
void write_inlined(print::JsonWriter& json, const print::Frame& frame, std::string_view file) {
  if (!frame.function.empty()) json.member("symbol", frame.function);
  if (frame.line == 0 || file.empty()) return;
  json.member("sourceFile", file);
  json.member("sourceLine", frame.line);
}

// The lines are not the log's own: what the document says in escapes stands in them as it is meant.
std::string made_visible(std::string_view text) {
  std::string out;
  print::append_visible(out, text, print::Escapes::Source);
  return out;
}

}  // namespace

Result<void> DocumentWriter::write(std::string_view bytes, bool prefixed, bool json,
                                   const print::LogStyle& style) {
  take_lines(bytes, prefixed);
  const auto reports = crashlog::read_document(document_);
  if (!reports) return fail(reports.error());
  for (const crashlog::DocumentReport& report : *reports) {
    for (const std::string& problem : report.problems) ++problems_[problem];
    if (json) {
      add_members(report, style);
    } else {
      write_text(report, style);
    }
  }
  if (json) write_document(bytes);
  return {};
}

void DocumentWriter::take_lines(std::string_view bytes, bool prefixed) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = bytes.find('\n', at);
    const std::size_t next = end == std::string_view::npos ? bytes.size() : end + 1;
    const std::size_t start = prefixed ? crashlog::text_start(bytes.substr(at, next - at)) : 0;
    if (lines_.empty()) {
      prefix_ = bytes.substr(at, start);
      if (bytes.substr(at, next - at).ends_with("\r\n")) line_end_ = "\r\n";
    }
    lines_.push_back({document_.size(), at + start});
    document_ += bytes.substr(at + start, next - at - start);
    at = next;
  }
}

// Calls take(line, frame, place) for each line of the report, once all its images are known; the last two are
// null for lines that are no frame of the document's.
template <class Take>
void DocumentWriter::each_line(const crashlog::DocumentReport& report, Take take) {
  crashlog::Reader reader;
  crashlog::Frame frame;
  const auto read_all = [&](auto use) {
    std::size_t number = 0;
    for (std::size_t at = 0; at < report.text.size(); ++number) {
      const std::size_t next = report.text.find('\n', at) + 1;
      const std::string_view line = std::string_view(report.text).substr(at, next - at);
      use(line, reader.read(line, frame) == crashlog::Found::Frame ? &frame : nullptr, number);
      at = next;
    }
  };
  read_all([](std::string_view, crashlog::Frame*, std::size_t) {});
  reader.report().replay(true);
  auto place = report.frames.begin();
  read_all([&](std::string_view line, crashlog::Frame* read, std::size_t number) {
    const bool placed = place != report.frames.end() && place->line == number;
    if (placed && read != nullptr && place->address_of) read->address_of = *place->address_of;
    take(line, read, placed ? &*place : nullptr);
    if (placed) ++place;
  });
  for (const auto& [problem, times] : reader.report().problems()) problems_[problem] += times;
}

void DocumentWriter::write_text(const crashlog::DocumentReport& report, const print::LogStyle& style) {
  bool stack_has_context = false;
  each_line(report, [&](std::string_view line, const crashlog::Frame* frame, const crashlog::DocumentFrame*) {
    const std::string_view content = line.substr(0, line.size() - 1);
    const print::Located* located = frame == nullptr ? nullptr : &description_.describe(*frame);
    if (located != nullptr) summary_.count(*located, *frame, description_.answer());
    if (frame == nullptr || frame->number == 0) stack_has_context = false;
    if (located == nullptr || located->frames.empty()) {
      output_.write(say(prefix_, made_visible(content), line_end_));
      return;
    }
    const std::string before = say(prefix_, made_visible(content.substr(0, frame->replaced.begin)));
    const std::string after = made_visible(content.substr(frame->replaced.end));
    print::append_frame_line(output_.buffer(), {before, after, line_end_, {}}, *located, style);
    if (context_ != nullptr && !stack_has_context)
      stack_has_context = context_->append(output_.buffer(), located->frames);
    output_.written();
  });
}

void DocumentWriter::add_members(const crashlog::DocumentReport& report, const print::LogStyle& style) {
  each_line(report,
            [&](std::string_view, const crashlog::Frame* frame, const crashlog::DocumentFrame* place) {
              if (frame == nullptr) return;
              const print::Located& located = description_.describe(*frame);
              summary_.count(located, *frame, description_.answer());
              if (place != nullptr && !place->has_place && !located.frames.empty())
                add_frame(*place, located, style);
            });
}

void DocumentWriter::add_frame(const crashlog::DocumentFrame& place, const print::Located& located,
                               const print::LogStyle& style) {
  const auto shown = [&](const print::Frame& frame) {
    return style.full_path ? frame.file : print::base_name(frame.file);
  };
  const print::Frame& whole = located.frames.back();
  std::string members;
  const auto add = [&](std::string_view name, auto value) {
    std::string member;
    print::JsonWriter json(member);
    json.begin_object();
    json.member(name, value);
    json.end_object();
    members += place.separator + member.substr(1, member.size() - 2);
  };
  if (!place.has_symbol && !whole.function.empty()) {
    add("symbol", whole.function);
    if (located.offset_from_function) add("symbolLocation", *located.offset_from_function);
  }
  if (!whole.file.empty() && whole.line != 0) {
    add("sourceFile", shown(whole));
    add("sourceLine", whole.line);
  }
  std::string inlined;
  if (style.inlined_frames) {
    for (const print::Frame& frame : located.frames.first(located.frames.size() - 1)) {
      std::string object;
      print::JsonWriter json(object);
      json.begin_object();
      write_inlined(json, frame, shown(frame));
      if (!place.shared_members.empty()) json.member("inline", true);
      json.end_object();
      if (!place.shared_members.empty()) object.insert(1, place.shared_members + ",");
      inlined += object + ",";
    }
  }
  if (!inlined.empty() && place.shared_members.empty()) {
    inlined.pop_back();
    members += place.separator + "\"inlined\":[" + inlined + "]";
    inlined.clear();
  }
  insertions_.push_back({place.object.begin, std::move(inlined)});
  insertions_.push_back({place.end_of_members, std::move(members)});
}

void DocumentWriter::write_document(std::string_view bytes) {
  std::ranges::stable_sort(insertions_, {}, &Insertion::at);
  std::size_t written = 0;
  for (const Insertion& insertion : insertions_) {
    const std::size_t at = in_bytes(insertion.at);
    output_.write(bytes.substr(written, at - written));
    output_.write(insertion.text);
    written = at;
  }
  output_.write(bytes.substr(written));
}

std::size_t DocumentWriter::in_bytes(std::size_t position) const {
  const auto after = std::ranges::upper_bound(lines_, position, {}, &Line::begin);
  const Line& line = *(after - 1);
  return line.raw_begin + (position - line.begin);
}

}  // namespace symkit::symlookup
