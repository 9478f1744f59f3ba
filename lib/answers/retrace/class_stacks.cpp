#include "answers/retrace/class_stacks.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "logs/crashlog/documents_in_text.h"
#include "logs/crashlog/needles.h"
#include "logs/crashlog/structured_stack.h"

namespace symkit::retrace {
namespace {

using json::Value;

// The names of a frame's members.
struct MemberNames {
  std::string_view type;  // its class; empty: it is part of the method's name
  std::string_view method;
  std::string_view file;
  std::string_view line;
  std::string_view exception;  // next to the stack: the exception's class
  bool innermost_first = true;
  std::string_view mark = {};  // a member that identifies this format
};

constexpr std::array kinds = {
    MemberNames{"module", "function", "filename", "lineno", "type", false},  // Sentry
    MemberNames{"className", "methodName", "fileName", "lineNumber",
                "type"},                                                // App Center, StackTraceElement
    MemberNames{"class", "method", "file", "line", "name"},             // log4j, logback
    MemberNames{{}, "symbol", "file", "line", "type", true, "blamed"},  // Crashlytics
    MemberNames{{}, "method", "file", "lineNumber", "errorClass"},      // Bugsnag
};

// "a.b.c"
bool is_qualified(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() &&
         name.find_first_of(" /:()\"'") == std::string_view::npos;
}

bool fits(json::Value frame, const MemberNames& names) {
  const std::string_view method = frame[names.method].string();
  if (method.empty() || (!names.mark.empty() && !frame[names.mark])) return false;
  if (names.type.empty()) return is_qualified(method);
  const std::string_view type = frame[names.type].string();
  return !type.empty() && type.find_first_of(" /:()\"'") == std::string_view::npos;
}

const MemberNames* kind_of_stack(json::Value array) {
  constexpr std::size_t most_looked_at = 8;
  json::Value frame = array.first();
  for (std::size_t i = 0; i < most_looked_at && frame; ++i, frame = frame.next()) {
    const auto found =
        std::ranges::find_if(kinds, [&](const MemberNames& names) { return fits(frame, names); });
    if (found != kinds.end()) return &*found;
  }
  return nullptr;
}

std::string written(std::string_view name) {
  std::string out;
  print::JsonWriter(out).value(name);
  return out;
}

class Stack {
 public:
  Stack(json::Value array, const MemberNames& names) : names_(names) {
    for (json::Value object = array.first(); object; object = object.next())
      if (object.is_object() && fits(object, names)) objects_.push_back(object);
    if (!names.innermost_first) std::ranges::reverse(objects_);
    exception_ = array.parent();
    if (exception_.key() == "stacktrace") exception_ = exception_.parent();
  }

  Result<void> retrace(const RetraceLine& retrace, crashlog::DocumentEdits& edits) const {
    if (const auto done = retrace_exception(retrace, edits); !done) return done;
    for (const json::Value object : objects_) {
      const auto answer = retrace(line_of(object));
      if (!answer) return fail(answer.error());
      write(object, **answer, edits);
    }
    return {};
  }

 private:
  // Sentry has the package and the class's name in separate members.
  Result<void> retrace_exception(const RetraceLine& retrace, crashlog::DocumentEdits& edits) const {
    const std::string_view type = exception_[names_.exception].string();
    const std::string_view package = exception_["module"].string();
    if (type.empty() || type.find_first_of(" :/") != std::string_view::npos) return {};
    const auto answer = retrace(say(package, package.empty() ? "" : ".", type, ": "));
    if (!answer) return fail(answer.error());
    if ((*answer)->outcome != Outcome::Retraced || (*answer)->alternatives.size() != 1 ||
        (*answer)->alternatives.front().empty())
      return {};
    const std::string name(print::visible((*answer)->alternatives.front().front().class_name));
    const std::size_t dot = package.empty() ? std::string::npos : name.rfind('.');
    std::vector<crashlog::Member> members{
        {names_.exception, written(dot == std::string::npos ? name : name.substr(dot + 1))}};
    if (!package.empty())
      members.push_back({"module", written(name.substr(0, dot == std::string::npos ? 0 : dot))});
    edits.set(exception_, members);
    return {};
  }

  // The frame as a line of a stack.
  std::string line_of(json::Value object) const {
    const std::string_view type = names_.type.empty() ? "" : object[names_.type].string();
    const auto number = crashlog::number_in(object[names_.line]);
    const std::string_view file = object[names_.file].string();
    return say("\tat ", type, type.empty() ? "" : ".", object[names_.method].string(), "(",
               file.empty() ? "SourceFile" : file, number ? say(":", *number) : std::string(), ")");
  }

  // Unknown, ambiguous and compiler-made frames stay as they are.
  void write(json::Value object, const Answer& answer, crashlog::DocumentEdits& edits) const {
    using Side = crashlog::DocumentEdits::Side;
    if (answer.outcome != Outcome::Retraced || answer.alternatives.size() != 1) return;
    const Alternative& chain = answer.alternatives.front();
    if (chain.empty() || chain.back().method == nullptr) return;
    edits.set(object, members_of(object, chain.back()));
    const auto add = [&](const OriginalFrame& frame) {
      edits.add_copy(object, members_of(object, frame), names_.innermost_first ? Side::Before : Side::Behind);
    };
    if (names_.innermost_first) {
      std::ranges::for_each(chain.begin(), chain.end() - 1, add);
    } else {
      std::for_each(chain.rbegin() + 1, chain.rend(), add);
    }
  }

  std::vector<crashlog::Member> members_of(json::Value object, const OriginalFrame& frame) const {
    std::string method;
    append_method_name(method, frame);
    std::vector<crashlog::Member> members;
    if (names_.type.empty()) {
      members.push_back({names_.method, written(print::visible(frame.class_name) + "." + method)});
    } else {
      members.push_back({names_.type, written(print::visible(frame.class_name))});
      members.push_back({names_.method, written(method)});
    }
    if (frame.source_file) members.push_back({names_.file, written(print::visible(*frame.source_file))});
    if (frame.line > 0) {
      const std::string number = std::to_string(frame.line);
      members.push_back({names_.line, object[names_.line].is_string() ? written(number) : number});
    } else if (frame.line == 0 && object[names_.line]) {
      members.push_back({names_.line, "null"});
    }
    return members;
  }

  static void append_method_name(std::string& out, const OriginalFrame& frame) {
    if (frame.method != nullptr) print::append_visible(out, frame.method->name);
  }

  const MemberNames& names_;
  std::vector<json::Value> objects_;  // innermost first
  json::Value exception_;
};

}  // namespace

bool may_hold_class_stacks(std::string_view document) {
  // Parts of "lineno", "lineNumber", "blamed" and "class" that begin with rare pairs of bytes.
  static const crashlog::Needles needles({"neno\"", "eNumber\"", "\"blamed\"", "class\""});
  return needles.any_in(document);
}

bool may_hold_nested_class_stacks(std::string_view document) {
  static const crashlog::Needles needles({"neno\\", "eNumber\\", "blamed\\", "class\\"});
  return needles.any_in(document);
}

namespace {

Result<std::optional<crashlog::Edits>> edits_of(std::string_view document, const RetraceLine& retrace) {
  const auto parsed = json::Document::parse(document);
  if (!parsed) return std::nullopt;
  crashlog::DocumentEdits edits(document);
  bool any = false;
  Result<void> done;
  parsed->each_value([&](json::Value array) {
    if (!done || !array.is_array() || !array.first().is_object()) return;
    if (array.parent().key() == "raw_stacktrace") return;
    const MemberNames* const names = kind_of_stack(array);
    if (names == nullptr) return;
    any = true;
    done = Stack(array, *names).retrace(retrace, edits);
  });
  if (!done) return fail(done.error());
  return any ? std::optional(edits.in_order()) : std::nullopt;
}

}  // namespace

Result<std::optional<std::string>> with_originals(std::string_view line, const RetraceLine& retrace) {
  Result<void> done;
  auto changed =
      crashlog::with_changed_documents(line, {may_hold_class_stacks, may_hold_nested_class_stacks},
                                       [&](std::string_view document) -> std::optional<crashlog::Edits> {
                                         if (!done) return std::nullopt;
                                         auto edits = edits_of(document, retrace);
                                         if (edits) return std::move(*edits);
                                         done = fail(edits.error());
                                         return std::nullopt;
                                       });
  if (!done) return fail(done.error());
  return changed;
}

}  // namespace symkit::retrace
