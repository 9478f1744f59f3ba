#include "answers/sourcemap/script_stacks.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "answers/sourcemap/shown_function.h"
#include "ground/print/json.h"
#include "logs/crashlog/documents_in_text.h"
#include "logs/crashlog/needles.h"
#include "logs/crashlog/structured_stack.h"

namespace symkit::sourcemap {
namespace {

using json::Value;

// The names of a frame's members, and how its numbers count.
struct MemberNames {
  std::string_view function;
  std::string_view file;
  std::string_view line;
  std::string_view column;
  std::string_view path = {};  // if present, the complete path, of which `file` is the end
  bool innermost_first = true;
  std::uint32_t first_line = 1;
  std::uint32_t first_column = 1;
  std::string_view mark = {};  // a member that identifies this format
};

constexpr std::array kinds = {
    MemberNames{"function", "filename", "lineno", "colno", "abs_path", false},                     // Sentry
    MemberNames{"functionName", "url", "lineNumber", "columnNumber", {}, true, 0, 0, "scriptId"},  // DevTools
    MemberNames{"functionName", "url", "lineNumber", "columnNumber", {}, true, 0, 0},
    MemberNames{"functionName", "fileName", "lineNumber", "columnNumber"},      // stacktrace.js
    MemberNames{"method", "file", "lineNumber", "columnNumber"},                // Bugsnag
    MemberNames{"methodName", "file", "lineNumber", "column", {}, true, 1, 0},  // React Native
    MemberNames{"method", "filename", "lineno", "colno", {}, false},            // Rollbar
};

// The member with the function's name distinguishes Sentry's and Rollbar's frames.
const MemberNames* kind_of(json::Value frame) {
  const MemberNames* found = nullptr;
  for (const MemberNames& names : kinds) {
    const bool fits = frame[names.file].is_string() && frame[names.line] && frame[names.column];
    if (!fits || (!names.mark.empty() && !frame[names.mark])) continue;
    if (frame[names.function]) return &names;
    if (found == nullptr) found = &names;
  }
  return found;
}

// A stack may have the engine's own frames, which have no place.
const MemberNames* kind_of_stack(json::Value array) {
  constexpr std::size_t most_looked_at = 8;
  const MemberNames* found = nullptr;
  json::Value frame = array.first();
  for (std::size_t i = 0; i < most_looked_at && found == nullptr && frame; ++i, frame = frame.next())
    found = kind_of(frame);
  return found;
}

std::optional<std::uint32_t> number_of(json::Value value, std::uint32_t first) {
  const auto number = crashlog::number_in(value);
  if (!number || *number > UINT32_MAX - 1) return std::nullopt;
  return static_cast<std::uint32_t>(*number) + (1 - first);
}

script::StackFrame frame_of(json::Value object, const MemberNames& names) {
  script::StackFrame frame;
  frame.shape = script::Shape::Parentheses;
  frame.function = object[names.function].string();
  frame.caller = frame.function;
  frame.url = object[names.path].string();
  if (frame.url.empty()) frame.url = object[names.file].string();
  frame.line = number_of(object[names.line], names.first_line);
  frame.column = number_of(object[names.column], 1);
  frame.is_offset = names.first_column == 0;
  return frame;
}

class Stack {
 public:
  Stack(json::Value array, const MemberNames& names) : names_(names) {
    for (json::Value object = array.first(); object; object = object.next())
      if (object.is_object() && object[names.line]) objects_.push_back(object);
    if (!names.innermost_first) std::ranges::reverse(objects_);
  }

  void resolve(Resolver& resolver, const FrameObserver& seen, crashlog::DocumentEdits& edits) {
    for (const json::Value object : objects_) {
      frames_.push_back(frame_of(object, names_));
      answers_.push_back(resolver.resolve(frames_.back()));
    }
    for (std::size_t i = 0; i + 1 < answers_.size(); ++i) take_called(answers_[i], answers_[i + 1].called);
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      seen(frames_[i], answers_[i]);
      write(i, edits);
    }
  }

 private:
  // The frame becomes the outermost one; functions inlined into it get frames of their own.
  void write(std::size_t number, crashlog::DocumentEdits& edits) const {
    using Side = crashlog::DocumentEdits::Side;
    auto chain = answers_[number].frames;
    if (chain.empty()) return;
    const auto whole = members_of(number, chain.back());
    edits.set(objects_[number], whole);
    chain.pop_back();
    if (!names_.innermost_first) std::ranges::reverse(chain);
    for (const Original& inlined : chain)
      edits.add_copy(objects_[number], members_of(number, inlined),
                     names_.innermost_first ? Side::Before : Side::Behind);
  }

  std::vector<crashlog::Member> members_of(std::size_t number, const Original& original) const {
    const json::Value object = objects_[number];
    std::vector<crashlog::Member> members;
    const auto add = [&](std::string_view name, const auto& value) {
      std::string written;
      print::JsonWriter(written).value(value);
      members.push_back({name, std::move(written)});
    };
    const auto add_number = [&](std::string_view name, std::uint32_t value) {
      object[name].is_string() ? add(name, std::to_string(value)) : add(name, value);
    };
    const std::string function = shown_function(frames_[number], original.function);
    if (!function.empty() || object[names_.function]) add(names_.function, function);
    add(names_.file, original.source);
    if (object[names_.path].is_string()) add(names_.path, original.source);
    add_number(names_.line, original.line - (1 - names_.first_line));
    add_number(names_.column, original.column - (1 - names_.first_column));
    return members;
  }

  const MemberNames& names_;
  std::vector<json::Value> objects_;  // innermost first
  std::vector<script::StackFrame> frames_;
  std::vector<Answer> answers_;
};

}  // namespace

bool waits_for_name(const Answer& answer) {
  return !answer.frames.empty() && answer.frames.back().function.origin == NameOrigin::None;
}

void take_called(Answer& answer, std::string_view called) {
  if (called.empty() || !waits_for_name(answer)) return;
  FunctionName& function = answer.frames.back().function;
  function.name = called;
  function.is_function = true;
  function.origin = NameOrigin::Caller;
}

bool may_hold_script_stacks(std::string_view document) {
  // Parts of "colno", "columnNumber" and "methodName" that begin with rare pairs of bytes.
  static const crashlog::Needles needles({"lno\"", "mnNumber\"", "dName\""});
  return needles.any_in(document);
}

bool may_hold_nested_script_stacks(std::string_view document) {
  static const crashlog::Needles needles({"lno\\", "mnNumber\\", "dName\\"});
  return needles.any_in(document);
}

namespace {

std::optional<crashlog::Edits> edits_of(std::string_view document, Resolver& resolver,
                                        const FrameObserver& seen) {
  const auto parsed = json::Document::parse(document);
  if (!parsed) return std::nullopt;
  crashlog::DocumentEdits edits(document);
  bool any = false;
  parsed->each_value([&](json::Value array) {
    if (!array.is_array() || !array.first().is_object() || array.parent().key() == "raw_stacktrace") return;
    const MemberNames* const names = kind_of_stack(array);
    if (names == nullptr) return;
    any = true;
    Stack(array, *names).resolve(resolver, seen, edits);
  });
  return any ? std::optional(edits.in_order()) : std::nullopt;
}

}  // namespace

std::optional<std::string> with_originals(std::string_view line, Resolver& resolver,
                                          const FrameObserver& seen) {
  return crashlog::with_changed_documents(
      line, {may_hold_script_stacks, may_hold_nested_script_stacks},
      [&](std::string_view document) { return edits_of(document, resolver, seen); });
}

}  // namespace symkit::sourcemap
