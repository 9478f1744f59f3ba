#include "answers/retrace/render.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "ground/base/each_line.h"
#include "ground/print/visible.h"

namespace symkit::retrace {
namespace {

constexpr std::string_view bold = "\033[1m";
constexpr std::string_view plain = "\033[0m";

class LineWriter {
 public:
  LineWriter(const java::StackLine& line, const Answer& answer, const RenderStyle& style)
      : line_(line), answer_(answer), style_(style) {
    add(line.class_name, &LineWriter::write_class);
    add(line.method, &LineWriter::write_method);
    add(line.field, &LineWriter::write_field);
    add(line.source_file, &LineWriter::write_source_file);
    add(line.line_number, &LineWriter::write_number);
    add(line.type, &LineWriter::write_type);
    add(line.arguments, &LineWriter::write_arguments);
  }

  // `frame`: null for a line without a class.
  void append_line(std::string& out, const OriginalFrame* frame) const {
    std::size_t at = 0;
    for (const Replacement& part : std::span(parts_).first(count_)) {
      if (part.span.begin < at) continue;
      out += line_.text.substr(at, part.span.begin - at);
      (this->*part.write)(out, frame);
      at = part.span.end;
    }
    out += line_.text.substr(at);
  }

 private:
  using Write = void (LineWriter::*)(std::string& out, const OriginalFrame* frame) const;
  struct Replacement {
    java::Span span;
    Write write = nullptr;
  };

  // Replacements are kept in the order of the line; empty ones in one place stay in the order of
  // insertion.
  void add(java::Span span, Write write) {
    if (!span.present()) return;
    std::size_t at = count_++;
    for (; at > 0 && span.begin < parts_[at - 1].span.begin; --at) parts_[at] = parts_[at - 1];
    parts_[at] = {span, write};
  }

  void write_class(std::string& out, const OriginalFrame* frame) const {
    std::string name(frame == nullptr ? line_.at(line_.class_name) : std::string_view(frame->class_name));
    if (line_.binary_class) std::ranges::replace(name, '.', '/');
    append_class(out, name, style_);
  }

  void write_method(std::string& out, const OriginalFrame* frame) const {
    if (frame == nullptr || frame->method == nullptr) {
      out += line_.at(line_.method);
      return;
    }
    if (style_.color) out += bold;
    std::string method;
    append_method(method, *frame->method, style_.verbose && !answer_.chosen_by_type);
    print::append_visible(out, method);
    if (style_.color) out += plain;
  }

  void write_field(std::string& out, const OriginalFrame* frame) const {
    if (frame == nullptr || frame->field == nullptr) {
      out += line_.at(line_.field);
      return;
    }
    if (style_.verbose) {
      print::append_visible(out, frame->field->return_type);
      out += ' ';
    }
    print::append_visible(out, frame->field->name);
  }

  void write_source_file(std::string& out, const OriginalFrame* frame) const {
    if (frame == nullptr || !frame->source_file) {
      out += line_.at(line_.source_file);
    } else {
      print::append_visible(out, *frame->source_file);
    }
  }

  void write_number(std::string& out, const OriginalFrame* frame) const {
    const bool is_meant = !answer_.ambiguous || style_.verbose || line_.line().value_or(-1) > -1;
    if (frame == nullptr || frame->line == -1 || !is_meant) {
      out += line_.at(line_.line_number);
    } else if (frame->line > 0) {
      if (line_.colon_before_line) out += ':';
      std::array<char, 10> digits;
      const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), frame->line).ptr;
      out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
    }
  }

  void write_type(std::string& out, const OriginalFrame*) const {
    write_types(out, answer_.type, line_.type);
  }
  void write_arguments(std::string& out, const OriginalFrame*) const {
    write_types(out, answer_.arguments, line_.arguments);
  }
  void write_types(std::string& out, const std::optional<std::string>& types, java::Span span) const {
    if (types) {
      print::append_visible(out, *types);
    } else {
      out += line_.at(span);
    }
  }

  const java::StackLine& line_;
  const Answer& answer_;
  const RenderStyle& style_;
  std::array<Replacement, 7> parts_;
  std::size_t count_ = 0;
};

// Puts the mark where it can be seen: before the frame's "at ", or where the text begins.
void mark_as_alternative(std::string& line) {
  std::size_t at = line.find("at ");
  if (at == std::string::npos) at = line.find_first_not_of(" \t");
  line.insert(at == std::string::npos ? 0 : at, "<OR> ");
}

// Writes lines with their line end; if the text ends without one, it is only written between lines.
class LineSink {
 public:
  LineSink(std::string& out, std::string_view line_end) : out_(out), line_end_(line_end) {}

  std::string& begin() {
    if (any_ && line_end_.empty()) out_ += '\n';
    any_ = true;
    return out_;
  }
  void end() { out_ += line_end_; }

 private:
  std::string& out_;
  std::string_view line_end_;
  bool any_ = false;
};

// Writes all frames of one depth, each once.
void append_depth(LineSink& sink, const LineWriter& writer, const Answer& answer, std::size_t depth) {
  std::vector<std::string> shown;
  for (const Alternative& alternative : answer.alternatives) {
    if (depth >= alternative.size()) continue;
    std::string line;
    writer.append_line(line, &alternative[depth]);
    if (std::ranges::find(shown, line) != shown.end()) continue;
    shown.push_back(line);
    if (&alternative != answer.alternatives.data()) mark_as_alternative(line);
    sink.begin() += line;
    sink.end();
  }
}

}  // namespace

void append_class(std::string& out, std::string_view name, const RenderStyle& style) {
  if (style.color) out += bold;
  print::append_visible(out, name);
  if (style.color) out += plain;
}

void append_method(std::string& out, const Signature& signature, bool verbose) {
  if (verbose) (out += signature.return_type) += ' ';
  out += signature.name;
  if (verbose) ((out += '(') += signature.arguments) += ')';
}

void append_answer(std::string& out, const java::StackLine& line, const Answer& answer,
                   std::string_view line_end, const RenderStyle& style) {
  const LineWriter writer(line, answer, style);
  LineSink sink(out, line_end);
  if (!line.class_name.present()) {
    writer.append_line(sink.begin(), nullptr);
    sink.end();
  } else if (answer.alternatives.size() == 1) {
    for (const OriginalFrame& frame : answer.alternatives.front()) {
      writer.append_line(sink.begin(), &frame);
      sink.end();
    }
  } else {
    std::size_t deepest = 0;
    for (const Alternative& alternative : answer.alternatives)
      deepest = std::max(deepest, alternative.size());
    for (std::size_t depth = 0; depth < deepest; ++depth) append_depth(sink, writer, answer, depth);
  }
}

std::string frames_of(const java::StackLine& line, const Answer& answer, const RenderStyle& style) {
  std::string out;
  if (answer.alternatives.size() != 1) return out;
  java::StackLine only = line;
  only.text = line.frame();
  for (java::Span* span : {&only.class_name, &only.method, &only.source_file, &only.line_number}) {
    span->begin -= line.class_name.begin;
    span->end -= line.class_name.begin;
  }
  append_answer(out, only, answer, "\n", style);
  return count_line_ends(out) == answer.alternatives.front().size() ? out : std::string();
}

void append_again(std::string& out, const java::StackLine& line, std::string_view frames,
                  std::string_view line_end) {
  LineSink sink(out, line_end);
  each_line(frames, [&](std::string_view frame) {
    frame.remove_suffix(1);
    ((sink.begin() += line.text.substr(0, line.class_name.begin)) += frame) +=
        line.text.substr(line.line_number.end);
    sink.end();
  });
}

}  // namespace symkit::retrace
