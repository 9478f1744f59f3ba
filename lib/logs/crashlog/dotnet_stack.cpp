// Stacks of .NET, Mono and Unity, with and without their sources:
//   at Shop.Till.Open(Int32 id) in /src/Till.cs:line 12
//   at Shop.Till.Open (System.Int32 id) [0x00001] in /src/Till.cs:12
//   Shop.Till.Open () (at Till.cs:12)

#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

bool read_dotnet(std::string_view text, Said& said) {
  const std::size_t in = text.rfind(") in ");
  if (in == std::string_view::npos) return false;
  std::string_view place = text.substr(in + 5);
  const std::size_t mark = place.rfind(":line ");
  if (mark == std::string_view::npos) return false;
  said.function = text.substr(0, in + 1);
  said.file = place.substr(0, mark);
  place.remove_prefix(mark + 6);
  said.line = take_number(place).value_or(0);
  return true;
}

bool read_mono(std::string_view text, Said& said) {
  const std::size_t il = text.find(") [0x"), in = text.find("] in ");
  const bool is_mono = il != std::string_view::npos && in != std::string_view::npos && il < in;
  const std::size_t at = text.ends_with(')') ? text.rfind(") (at ") : std::string_view::npos;
  if (!is_mono && at == std::string_view::npos) return false;
  const std::string_view function = text.substr(0, (is_mono ? il : at) + 1);
  if (function.find('.') > function.find(' ')) return false;
  said.function = function;
  const std::string_view place =
      is_mono ? trimmed(text.substr(in + 5)) : text.substr(at + 6, text.size() - at - 7);
  if (!place.starts_with('<')) read_place(place, said);
  return true;
}

// "Shop.Till.Open(Int32 id)" after "at ": no place; Java's frames have one in these brackets.
bool read_bare(std::string_view text, Said& said) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')') || text.contains("://")) return false;
  const std::string_view call = text.substr(0, open);
  if (!call.contains('.') || call.contains(' ')) return false;
  said.function = text;
  return true;
}

bool is_of_java(std::string_view text) {
  const std::string_view inside = text.substr(text.rfind('(') + 1);
  return inside.contains(".java") || inside.contains(".kt") || inside.contains(".js") ||
         inside.contains(':') || inside == "Native Method)" || inside == "Unknown Source)";
}

// What .NET says if no stack identifies the error.
std::optional<Cause> dotnets_cause(std::string_view text) {
  if (text == "Stack overflow." || text == "Out of memory.") {
    Cause made = reason(text == "Stack overflow." ? "stack overflow" : "out of memory");
    made.waits = true;
    return made;
  }
  if (!text.starts_with("Process is terminated due to StackOverflowException")) return std::nullopt;
  return reason("stack overflow");
}

class DotnetStack : public Format {
 public:
  ReadCause causes() const override { return dotnets_cause; }
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (!take_word(text, "at "))
      return report.in_stack() && text.ends_with(')') && read_mono(text, frame.said) ? Found::Named
                                                                                     : Found::Nothing;
    if (read_dotnet(text, frame.said) || read_mono(text, frame.said)) return Found::Named;
    const bool is_bare =
        report.in_stack() && report.is_indented() && !is_of_java(text) && read_bare(text, frame.said);
    return is_bare ? Found::Named : Found::Nothing;
  }
};

}  // namespace

std::unique_ptr<Format> dotnet_stack() { return std::make_unique<DotnetStack>(); }

}  // namespace symkit::crashlog
