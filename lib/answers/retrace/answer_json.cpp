#include "answers/retrace/answer_json.h"

#include "answers/retrace/map_id.h"
#include "answers/retrace/render.h"
#include "ground/print/json.h"

namespace symkit::retrace {
namespace {

void put_frame(print::JsonWriter& json, const OriginalFrame& frame) {
  json.begin_object();
  json.member("class", frame.class_name);
  if (frame.method != nullptr) {
    std::string signature;
    append_method(signature, *frame.method, true);
    json.member("method", frame.method->name);
    json.member("signature", signature);
  }
  if (frame.field != nullptr) json.member("field", frame.field->name);
  if (frame.source_file) json.member("file", *frame.source_file);
  if (frame.line > 0) json.member("line", frame.line);
  json.end_object();
}

void put_alternative(print::JsonWriter& json, const Alternative& alternative) {
  json.begin_array();
  for (const OriginalFrame& frame : alternative) put_frame(json, frame);
  json.end_array();
}

// The names and numbers in the log.
void put_line(print::JsonWriter& json, const java::StackLine& line) {
  if (line.class_name.present()) json.member("class", line.at(line.class_name));
  if (line.method.present()) json.member("method", line.at(line.method));
  if (line.field.present()) json.member("field", line.at(line.field));
  if (!line.source_file.present()) return;
  json.member("file", line.at(line.source_file));
  if (const auto id = map_id_of(line.at(line.source_file)); !id.empty()) json.member("map_id", id);
}

std::string_view reason_of(const Answer& answer) {
  if (answer.outcome == Outcome::Unavailable) return answer.reason;
  return answer.outcome == Outcome::UnknownClass ? "the class is not in the mapping"
                                                 : "the mapping has no such method at this line";
}

}  // namespace

void append_json(std::string& out, std::uint64_t line_number, const java::StackLine& line,
                 const Answer& answer, std::string_view log) {
  const bool is_frame = line.method.present() || line.field.present();
  print::JsonWriter json(out);
  json.begin_object();
  if (!log.empty()) json.member("log", log);
  json.member("line_no", line_number);
  json.member("kind", is_frame ? "frame" : "exception");
  put_line(json, line);
  if (const auto number = line.line(); number && *number >= 0) json.member("line", *number);
  if (answer.outcome == Outcome::Retraced) {
    json.key("frames");
    if (answer.alternatives.empty()) {
      json.begin_array();
      json.end_array();
    } else {
      put_alternative(json, answer.alternatives.front());
    }
    if (answer.alternatives.size() > 1) {
      json.key("alternatives");
      json.begin_array();
      for (std::size_t i = 1; i < answer.alternatives.size(); ++i)
        put_alternative(json, answer.alternatives[i]);
      json.end_array();
    }
  } else {
    json.member("reason", reason_of(answer));
  }
  json.end_object();
  out += '\n';
}

}  // namespace symkit::retrace
