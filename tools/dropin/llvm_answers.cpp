#include "dropin/llvm_answers.h"

#include "ground/base/words.h"
#include "ground/print/frames.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"

namespace symkit::dropin {
namespace {

constexpr std::string_view unknown = "??";

std::string_view or_unknown(std::string_view text) { return text.empty() ? unknown : text; }

void begin_answer(print::JsonWriter& json, const LlvmQuery& query) {
  json.begin_object();
  if (query.address) json.member("Address", hex(*query.address));
}

// Members are sorted by name.
void end_answer(print::JsonWriter& json, const LlvmQuery& query) {
  json.member("ModuleName", query.file.empty() ? in_upper_case(query.build_id) : query.file);
  if (!query.symbol.empty()) json.member("SymName", query.symbol);
  json.end_object();
}

}  // namespace

void LlvmAnswers::header(const LlvmQuery& query, std::string& out) const {
  if (!format_.addresses || !query.address) return;
  out += hex(*query.address);
  out += format_.pretty ? ": " : "\n";
}

std::string_view LlvmAnswers::shown_path(std::string_view path, std::uint32_t root) const {
  if (format_.paths == Paths::BaseName) return print::base_name(path);
  return format_.paths == Paths::Relative && root < path.size() ? path.substr(root) : path;
}

std::string_view LlvmAnswers::shown_function(std::string_view name) const {
  return format_.functions == FunctionNames::None ? std::string_view() : name;
}

void LlvmAnswers::frame_line(const LlvmFrame& frame, bool is_innermost, std::string& out) {
  if (format_.functions != FunctionNames::None) {
    if (format_.pretty && !is_innermost) out += " (inlined by) ";
    print::append_visible(out, shown_function(or_unknown(frame.function)));
    out += format_.pretty ? " at " : "\n";
  }
  if (format_.verbose) {
    verbose_lines(frame, out);
    return context(frame, out);
  }
  print::append_visible(out, or_unknown(shown_path(frame.file, frame.file_root)));
  out += say(":", frame.line);
  if (format_.style == LlvmStyle::Llvm)
    out += say(":", frame.column);
  else if (frame.discriminator != 0)
    out += say(" (discriminator ", frame.discriminator, ")");
  out += '\n';
  context(frame, out);
}

void LlvmAnswers::verbose_lines(const LlvmFrame& frame, std::string& out) const {
  out += "  Filename: ";
  print::append_visible(out, or_unknown(shown_path(frame.file, frame.file_root)));
  out += '\n';
  if (frame.declared_line != 0) {
    out += "  Function start filename: ";
    print::append_visible(out, or_unknown(shown_path(frame.declared_file, frame.declared_file_root)));
    out += say("\n  Function start line: ", frame.declared_line, "\n");
  }
  if (frame.begin && format_.style == LlvmStyle::Llvm)
    out += say("  Function start address: ", hex(*frame.begin), "\n");
  out += say("  Line: ", frame.line, "\n  Column: ", frame.column, "\n");
  if (frame.discriminator != 0) out += say("  Discriminator: ", frame.discriminator, "\n");
}

void LlvmAnswers::context(const LlvmFrame& frame, std::string& out) {
  if (format_.context_lines == 0 || frame.file.empty() || frame.line == 0) return;
  const rewrite::SourceLines round = sources_.lines_round(frame.file, frame.line);
  const std::size_t width = std::to_string(round.first + round.lines.size() - 1).size();
  for (std::size_t i = 0; i < round.lines.size(); ++i) {
    std::string digits = std::to_string(round.first + i);
    digits.append(width - digits.size(), ' ');
    out += say(digits, round.first + i == frame.line ? " >: " : "  : ");
    print::append_visible(out, round.lines[i], print::Escapes::Source);
    out += '\n';
  }
}

void LlvmAnswers::code(const LlvmQuery& query, LlvmCode code, std::string& out) {
  const LlvmFrame nothing;
  if (format_.style == LlvmStyle::Json) return json_code(query, code, out);
  header(query, out);
  if (code.empty()) code = {&nothing, 1};
  for (const LlvmFrame& frame : code) frame_line(frame, &frame == &code.front(), out);
  if (format_.style == LlvmStyle::Llvm) out += '\n';
}

void LlvmAnswers::json_code(const LlvmQuery& query, LlvmCode code, std::string& out) const {
  const LlvmFrame nothing;
  const bool by_symbol = !query.symbol.empty();
  if (code.empty() && !by_symbol) code = {&nothing, 1};
  print::JsonWriter json(out);
  begin_answer(json, query);
  if (!by_symbol) json.member("ModuleName", query.file);
  json.objects(by_symbol ? "Loc" : "Symbol", code, [&](const LlvmFrame& frame) {
    json.member("Column", frame.column);
    json.member("Discriminator", frame.discriminator);
    json.member("FileName", shown_path(frame.file, frame.file_root));
    json.member("FunctionName", shown_function(frame.function));
    json.member("Line", frame.line);
    json.member("StartAddress", frame.begin ? hex(*frame.begin) : std::string());
    json.member("StartFileName", shown_path(frame.declared_file, frame.declared_file_root));
    json.member("StartLine", frame.declared_line);
  });
  if (by_symbol) return end_answer(json, query);
  json.end_object();
}

void LlvmAnswers::data(const LlvmQuery& query, const symbolize::Variable* variable, std::string& out) {
  const symbolize::Variable nothing;
  const symbolize::Variable& shown = variable == nullptr ? nothing : *variable;
  if (format_.style == LlvmStyle::Json) {
    print::JsonWriter json(out);
    begin_answer(json, query);
    json.begin_object("Data");
    json.member("Name", shown.name);
    json.member("Size", hex(shown.size));
    json.member("Start", hex(shown.begin.value));
    json.end_object();
    return end_answer(json, query);
  }
  header(query, out);
  print::append_visible(out, or_unknown(shown.name));
  out += say("\n", shown.begin.value, " ", shown.size, "\n");
  print::append_visible(out, or_unknown(shown.file));
  out += shown.file.empty() ? std::string(":?\n") : say(":", shown.line, "\n");
  if (format_.style == LlvmStyle::Llvm) out += '\n';
}

void LlvmAnswers::frame(const LlvmQuery& query, std::span<const locals::LaidOut> variables,
                        std::string& out) {
  if (format_.style == LlvmStyle::Json) return json_frame(query, variables, out);
  constexpr std::string_view unknown = "??";
  const auto or_unknown = [&](const auto& number) { return number ? say(*number) : std::string(unknown); };
  header(query, out);
  if (variables.empty()) out += "??\n";
  for (const locals::LaidOut& one : variables)
    out += say(one.function.empty() ? unknown : one.function, '\n', one.name.empty() ? unknown : one.name,
               '\n', one.file.empty() ? unknown : std::string_view(one.file), ':', one.line, '\n',
               or_unknown(one.offset), ' ', or_unknown(one.size), ' ', or_unknown(one.tag), '\n');
  if (format_.style == LlvmStyle::Llvm) out += '\n';
}

void LlvmAnswers::json_frame(const LlvmQuery& query, std::span<const locals::LaidOut> variables,
                             std::string& out) const {
  print::JsonWriter json(out);
  begin_answer(json, query);
  json.objects("Frame", variables, [&](const locals::LaidOut& one) {
    json.member("DeclFile", one.file);
    json.member("DeclLine", one.line);
    if (one.offset) json.member("FrameOffset", *one.offset);
    json.member("FunctionName", one.function);
    json.member("Name", one.name);
    json.member("Size", one.size ? hex(*one.size) : "");
    json.member("TagOffset", one.tag ? hex(*one.tag) : "");
  });
  end_answer(json, query);
}

void LlvmAnswers::unopened(const LlvmQuery& query, std::string_view why, std::string& out) {
  if (format_.style != LlvmStyle::Json) {
    if (query.wanted == Wanted::Data) return data(query, nullptr, out);
    return query.wanted == Wanted::Frame ? frame(query, {}, out) : code(query, {}, out);
  }
  print::JsonWriter json(out);
  begin_answer(json, query);
  json.begin_object("Error");
  json.member("Message", why);
  json.end_object();
  end_answer(json, query);
}

}  // namespace symkit::dropin
