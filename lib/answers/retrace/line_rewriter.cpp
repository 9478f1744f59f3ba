#include "answers/retrace/line_rewriter.h"

#include <utility>

#include "answers/retrace/class_stacks.h"
#include "answers/retrace/message.h"
#include "ground/base/each_line.h"
#include "logs/crashlog/escaped_text.h"

namespace symkit::retrace {
namespace {

// The text of a part, unescaped and without its line end.
crashlog::Unescaped content_of(const crashlog::NestedPart& part) {
  return {part.text.substr(0, part.text.size() - part.line_end.size()), part.nesting};
}

// A single string, neither of several lines nor in an array: R8 leaves "at": "at a.b(C:1)" unchanged.
bool is_value(const crashlog::NestedPart& part) {
  return part.stands_alone && part.line_end.empty() && !part.nesting.is_element;
}

bool begins_as_frame(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size())).starts_with("at ");
}

// Frames are recognized after white space, which stacks in arrays may lack.
std::string_view with_blank(const crashlog::Unescaped& content, std::string& memory) {
  if (!content.text().starts_with("at ")) return content.text();
  return memory = " " + content.text();
}

void take_blanks(std::string& lines) {
  std::erase_if(lines, [&, begins = true](const char& c) mutable {
    const bool taken = begins && c == ' ';
    begins = c == '\n';
    return taken;
  });
}

}  // namespace

java::StackLine LineRewriter::recognised(std::string_view line) const {
  const std::string_view text = line.substr(0, line.size() - line_end_of(line).size());
  return options_.pattern != nullptr ? options_.pattern->recognise(text) : java::recognise(text);
}

bool LineRewriter::holds_stack(std::string_view line) const {
  if (options_.pattern != nullptr || !line.contains("at ") || !crashlog::may_hold_texts(line, 0))
    return false;
  crashlog::NestedText texts(line);
  crashlog::NestedPart part;
  while (texts.next(part))
    if (part.is_text() && !is_value(part) && begins_as_frame(content_of(part).text())) return true;
  return false;
}

Result<void> LineRewriter::rewrite(std::string_view line, std::string& out) {
  const std::string_view end = line_end_of(line);
  return rewrite_text(line.substr(0, line.size() - end.size()), end, out);
}

Result<void> LineRewriter::rewrite_document(std::string_view document, std::string& out) {
  const auto changed = rewrite_objects(document);
  if (!changed) return fail(changed.error());
  Result<void> done;
  each_line(*changed ? std::string_view(**changed) : document, [&](std::string_view line) {
    const std::string_view end = line_end_of(line);
    if (!done) return;
    done = *changed ? rewrite_rest(line.substr(0, line.size() - end.size()), end, out) : rewrite(line, out);
  });
  return done;
}

// Rewrites stacks in other strings of the object. Frames that have their original names already are not
// processed again, as another class may have been given a name that one of them had.
Result<void> LineRewriter::rewrite_rest(std::string_view text, std::string_view line_end, std::string& out) {
  values_are_settled_ = true;
  Result<void> done;
  if (holds_stack(text)) {
    done = rewrite_texts(text, out);
  } else {
    out += text;
  }
  values_are_settled_ = false;
  out += line_end;
  return done;
}

Result<void> LineRewriter::rewrite_text(std::string_view text, std::string_view line_end, std::string& out) {
  if (options_.pattern != nullptr) return rewrite_line(options_.pattern->recognise(text), line_end, out);
  const auto changed = rewrite_objects(text);
  if (!changed) return fail(changed.error());
  if (*changed) return rewrite_rest(**changed, line_end, out);
  const java::StackLine line = java::recognise(text);
  if (line.method.present()) return rewrite_line(line, line_end, out);
  const auto done = holds_stack(text) ? rewrite_texts(text, out) : rewrite_message(line, out);
  if (!done) return done;
  out += line_end;
  return {};
}

// The line with frames that are JSON objects rewritten; nothing if it has none.
Result<std::optional<std::string>> LineRewriter::rewrite_objects(std::string_view text) {
  if (!text.contains('{')) return std::nullopt;
  if (!may_hold_class_stacks(text) && !may_hold_nested_class_stacks(text)) return std::nullopt;
  java::StackLine found;
  std::string memory;
  const auto retrace = [&](std::string_view line) -> Result<const Answer*> {
    found = java::recognise(memory = line);
    if (found.source_file.present())
      if (const auto chosen = mappings_.choose(found.at(found.source_file)); !chosen)
        return fail(chosen.error());
    auto answer = retracer_.retrace(found, mappings_.current());
    if (answer && observer_ && (*answer)->outcome != Outcome::Nothing) observer_(found, **answer);
    return answer;
  };
  return with_originals(text, retrace);
}

Result<void> LineRewriter::rewrite_message(const java::StackLine& line, std::string& out) {
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
  append_message(out, line.text, mappings_.current(), exception);
  if (const auto& failure = mappings_.current().failure()) return fail(*failure);
  return {};
}

Result<void> LineRewriter::rewrite_line(const java::StackLine& line, std::string_view line_end,
                                        std::string& out) {
  if (line.source_file.present())
    if (const auto chosen = mappings_.choose(line.at(line.source_file)); !chosen) return fail(chosen.error());
  const bool may_be_met = may_know_frames_ && options_.pattern == nullptr && !options_.style.color;
  if (may_be_met && rewrite_met_frame(line, line_end, out)) return {};
  const auto answer = retracer_.retrace(line, mappings_.current());
  if (!answer) return fail(answer.error());
  if (observer_ && (*answer)->outcome != Outcome::Nothing) observer_(line, **answer);
  const bool is_sure = (*answer)->outcome != Outcome::Unavailable && mappings_.current().trouble().empty();
  const std::string frames = may_be_met && met_.is_worth_adding() && is_sure && retracer_.is_settled()
                                 ? frames_of(line, **answer, options_.style)
                                 : std::string();
  if (frames.empty()) {
    append_answer(out, line, **answer, line_end, options_.style);
  } else {
    met_.add(line.frame(), (*answer)->outcome, frames);
    append_again(out, line, frames, line_end);
  }
  return {};
}

// A frame that was met before.
bool LineRewriter::rewrite_met_frame(const java::StackLine& line, std::string_view line_end,
                                     std::string& out) {
  const MetFrames::Frame* const frame = met_.find(line.frame(), mappings_.current());
  if (frame == nullptr) return false;
  if (frame->outcome == Outcome::Retraced) retracer_.forget();
  met_answer_.outcome = frame->outcome;
  met_answer_.alternatives.resize(1);
  if (observer_) observer_(line, met_answer_);
  append_again(out, line, frame->frames, line_end);
  return true;
}

// The exception comes before the frames that name its mapping.
Result<void> LineRewriter::choose_for(std::string_view line) {
  crashlog::NestedText texts(line);
  crashlog::NestedPart part;
  std::string memory;
  while (texts.next(part)) {
    if (!part.is_text() || is_value(part)) continue;
    const crashlog::Unescaped content = content_of(part);
    const java::StackLine found = java::recognise(with_blank(content, memory));
    if (!found.source_file.present()) continue;
    const auto chosen = mappings_.choose(found.at(found.source_file));
    if (!chosen) return fail(chosen.error());
    if (*chosen) break;
  }
  return {};
}

Result<void> LineRewriter::rewrite_texts(std::string_view line, std::string& out) {
  if (const auto chosen = choose_for(line); !chosen) return chosen;
  const bool color = std::exchange(options_.style.color, false);
  std::string_view owed;  // a line end: written when more follows, as a frame may be removed
  crashlog::NestedText texts(line);
  crashlog::NestedPart part;
  Result<bool> stays = true;
  std::string changed;
  while (stays && texts.next(part)) {
    changed.clear();
    stays = rewrite_text_line(part, changed);
    if (!stays) break;
    if (*stays) (out += std::exchange(owed, part.line_end)) += changed;
    if (!*stays && part.line_end.empty()) owed = {};
  }
  out += owed;
  options_.style.color = color;
  return stays ? Result<void>() : fail(stays.error());
}

// Rewrites a line of a text, or copies what is between texts. Returns false if nothing is left.
Result<bool> LineRewriter::rewrite_text_line(const crashlog::NestedPart& part, std::string& out) {
  if (!part.is_text()) {
    out += part.text;
    return true;
  }
  const crashlog::Unescaped content = content_of(part);
  std::string memory, retraced;
  const std::string_view text = with_blank(content, memory);
  if (is_value(part) && values_are_settled_) {
    retraced = text;
  } else if (is_value(part)) {
    append_message(retraced, text, mappings_.current(), std::nullopt);
  } else if (const auto done = rewrite_text(text, {}, retraced); !done) {
    return fail(done.error());
  }
  if (retraced.empty() && !text.empty()) return false;
  if (text.size() != content.text().size()) take_blanks(retraced);
  crashlog::append_changed(out, part.text.substr(0, part.text.size() - part.line_end.size()), part.nesting,
                           retraced);
  return true;
}

}  // namespace symkit::retrace
