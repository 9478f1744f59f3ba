#include "answers/sourcemap/answer_json.h"

namespace symkit::sourcemap {
namespace {

void text_or_null(print::JsonWriter& json, std::string_view key, std::string_view value) {
  if (value.empty()) {
    json.key(key);
    json.null();
  } else {
    json.member(key, value);
  }
}

void number_or_null(print::JsonWriter& json, std::string_view key, std::optional<std::uint32_t> value) {
  if (value) {
    json.member(key, *value);
  } else {
    json.key(key);
    json.null();
  }
}

void write_original(print::JsonWriter& json, const Original& original) {
  json.begin_object();
  text_or_null(json, "function", original.function.full());
  json.member("function_from", name_of(original.function.origin));
  json.member("source", original.source);
  json.member("line", original.line);
  json.member("column", original.column);
  json.member("ignored", original.ignored);
  json.member("map", original.map->path());
  json.end_object();
}

}  // namespace

void write_answer(print::JsonWriter& json, const Answer& answer) {
  if (answer.frames.empty()) {
    json.member("reason", answer.reason);
    return;
  }
  json.key("original");
  write_original(json, answer.frames.front());
  if (answer.frames.size() == 1) return;
  json.key("inlined_into");
  json.begin_array();
  for (std::size_t i = 1; i < answer.frames.size(); ++i) write_original(json, answer.frames[i]);
  json.end_array();
}

void append_json(std::string& out, std::uint64_t line_number, const script::StackFrame& frame,
                 const Answer& answer) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("line_no", line_number);
  text_or_null(json, "function", frame.function);
  text_or_null(json, "url", frame.url);
  number_or_null(json, "line", frame.line);
  number_or_null(json, "column", frame.column);
  write_answer(json, answer);
  json.end_object();
  out += '\n';
}

}  // namespace symkit::sourcemap
