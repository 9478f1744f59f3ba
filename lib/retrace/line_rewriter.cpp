#include "retrace/line_rewriter.h"

#include <bit>
#include <utility>

#include "retrace/message.h"

namespace symkit::retrace {
namespace {

std::string_view line_end_of(std::string_view line) {
  if (line.ends_with("\r\n")) return line.substr(line.size() - 2);
  return line.ends_with('\n') ? line.substr(line.size() - 1) : std::string_view{};
}

// A line end has a backslash where the text was escaped once, three where it was twice, then seven.
unsigned times_escaped(std::span<const EscapedLine> lines) {
  return static_cast<unsigned>(std::bit_width(lines.front().ending.size() - 1));
}

}  // namespace

StackLine LineRewriter::recognised(std::string_view line) const {
  const std::string_view text = line.substr(0, line.size() - line_end_of(line).size());
  return options_.pattern != nullptr ? options_.pattern->recognise(text) : recognise(text);
}

bool LineRewriter::holds_stack(std::string_view line) const {
  return options_.pattern == nullptr && split_escaped(line).has_value();
}

bool LineRewriter::begins_anew(std::string_view line) const {
  if (options_.pattern != nullptr || line.find('\\') != std::string_view::npos) return false;
  const StackLine found = recognised(line);
  return found.class_name.present() && !found.method.present();
}

Result<void> LineRewriter::rewrite(std::string_view line, std::string& out) {
  const std::string_view end = line_end_of(line);
  return rewrite_text(line.substr(0, line.size() - end.size()), end, out);
}

Result<void> LineRewriter::rewrite_text(std::string_view text, std::string_view line_end, std::string& out) {
  if (options_.pattern != nullptr) return rewrite_line(options_.pattern->recognise(text), line_end, out);
  const StackLine line = recognise(text);
  if (line.method.present()) return rewrite_line(line, line_end, out);
  const auto escaped = rewrite_escaped(text, out);
  if (!escaped) return fail(escaped.error());
  if (*escaped) {
    out += line_end;
    return {};
  }
  if (const auto done = rewrite_message(line, out); !done) return done;
  out += line_end;
  return {};
}

Result<void> LineRewriter::rewrite_message(const StackLine& line, std::string& out) {
  std::optional<Replacement> exception;
  if (line.class_name.present()) {
    const auto answer = retracer_.retrace(line, mappings_.current());
    if (!answer) return fail(answer.error());
    if (observer_) observer_(line, **answer);
    if ((*answer)->outcome == Outcome::Retraced) {
      exception = {line.class_name.begin, line.class_name.end, {}};
      append_class(exception->text, (*answer)->alternatives.front().front().class_name, options_.style);
    }
  }
  append_message(out, line.text, mappings_.current(), exception, options_.style);
  if (const auto& failure = mappings_.current().failure()) return fail(*failure);
  return {};
}

Result<void> LineRewriter::rewrite_line(const StackLine& line, std::string_view line_end, std::string& out) {
  if (line.source_file.present())
    if (const auto chosen = mappings_.choose(line.at(line.source_file)); !chosen) return fail(chosen.error());
  const auto answer = retracer_.retrace(line, mappings_.current());
  if (!answer) return fail(answer.error());
  if (observer_ && (*answer)->outcome != Outcome::Nothing) observer_(line, **answer);
  append_answer(out, line, **answer, line_end, options_.style);
  return {};
}

// The exception stands before the frames that name its mapping.
Result<void> LineRewriter::choose_for(std::span<const EscapedLine> lines) {
  for (const EscapedLine& line : lines) {
    const std::string text = " " + line.text;
    const StackLine found = recognise(text);
    if (!found.source_file.present()) continue;
    const auto chosen = mappings_.choose(found.at(found.source_file));
    if (!chosen) return fail(chosen.error());
    if (*chosen) break;
  }
  return {};
}

Result<bool> LineRewriter::rewrite_escaped(std::string_view text, std::string& out) {
  const auto lines = split_escaped(text);
  if (!lines) return false;
  if (const auto chosen = choose_for(*lines); !chosen) return fail(chosen.error());
  const unsigned escapes = std::exchange(options_.style.escapes, times_escaped(*lines));
  const auto done = rewrite_lines(*lines, out);
  options_.style.escapes = escapes;
  if (!done) return fail(done.error());
  return true;
}

Result<void> LineRewriter::rewrite_lines(std::span<const EscapedLine> lines, std::string& out) {
  std::string_view newline;
  bool owed = false;  // a line end: it is written when more follows, for a frame may vanish
  for (const EscapedLine& line : lines) {
    if (!line.ending.empty()) newline = line.ending;
    std::string retraced;
    // A frame is recognised behind white space.
    const bool is_frame = line.text.starts_with("at ");
    if (const auto done = rewrite_text(is_frame ? " " + line.text : line.text, {}, retraced); !done)
      return fail(done.error());
    if (is_frame && retraced.empty() && line.after.empty()) continue;
    if (owed) out += newline;
    std::string lines_of_frame;
    for (std::size_t at = 0; at < retraced.size(); ++at)
      if (!is_frame || retraced[at] != ' ' || (at != 0 && retraced[at - 1] != '\n'))
        lines_of_frame += retraced[at];
    append_escaped(out, line, lines_of_frame, newline);
    owed = !line.ending.empty();
  }
  if (owed) out += newline;
  return {};
}

}  // namespace symkit::retrace
