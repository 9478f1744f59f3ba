// OpenFOAM's errors, which name the function that found them:
//   --> FOAM FATAL ERROR:
//   Unknown till type pear
//       From function static Foam::autoPtr<Foam::till> Foam::till::New(const Foam::dictionary&)
//       in file till/till/tillNew.C at line 42.
// Releases of openfoam.com leave out "function". Read in src/OpenFOAM/db/error.
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t longest_foam_message = 40;  // lines

// "--> FOAM FATAL ERROR: (openfoam-2206)", "--> FOAM FATAL IO ERROR:"
std::optional<Cause> foams_cause(std::string_view text) {
  if (!take_word(text, "--> FOAM FATAL ")) return std::nullopt;
  if (!text.starts_with("ERROR") && !text.starts_with("IO ERROR")) return std::nullopt;
  Cause made = reason("FOAM fatal error");
  made.begins = made.words_follow = true;
  return made;
}

// Only the name of "static Foam::autoPtr<Foam::till> Foam::till::New(const Foam::dictionary&)".
std::string_view name_in_signature(std::string_view text) {
  std::size_t depth = 0, begin = 0, i = 0;
  for (; i < text.size() && (text[i] != '(' || depth != 0); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>' && depth > 0) --depth;
    if (text[i] == ' ' && depth == 0) begin = i + 1;
  }
  return text.substr(begin, i - begin);
}

class FoamError : public Format {
 public:
  ReadCause causes() const override { return foams_cause; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (text.starts_with("--> FOAM FATAL ")) left_ = longest_foam_message;
    if (left_ == 0) return Found::Nothing;
    --left_;
    if (take_word(text, "From ")) return read_function(text, frame) ? Found::Named : Found::Nothing;
    return read_place_of_error(text, frame) ? Found::Named : Found::Nothing;
  }

 private:
  static bool read_function(std::string_view text, Frame& frame) {
    take_word(text, "function ");
    if (!text.contains('(')) return false;
    frame.said.function = name_in_signature(text);
    return !frame.said.function.empty();
  }

  // "in file till/till/tillNew.C at line 42."
  bool read_place_of_error(std::string_view text, Frame& frame) {
    const auto file = take_word(text, "in file ") ? take_before(text, " at line ") : std::nullopt;
    const auto number = file ? take_number(text) : std::nullopt;
    if (!number || text != ".") return false;
    frame.said.file = *file;
    frame.said.line = *number;
    frame.said.completes_last = true;
    left_ = 0;
    return true;
  }

  std::size_t left_ = 0;  // lines that may still be of an error
};

}  // namespace

std::unique_ptr<Format> foam_error() { return std::make_unique<FoamError>(); }

}  // namespace symkit::crashlog
