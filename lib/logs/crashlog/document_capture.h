// Finds, line by line, where a report that is a JSON document begins and ends in a log. A line that only
// might begin one is reported as undecided; ordinary lines, also of JSON, are released at once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace symkit::crashlog {

class DocumentCapture {
 public:
  enum class Verdict : std::uint8_t {
    Ordinary,   // not part of a document
    Undecided,  // may begin a document: the next line decides
    Inside,     // part of a document that continues
    Complete,   // the last line of a document; taken() shows whether another begins after it on the same line
    Refused,    // the undecided lines before this one were ordinary; pass this line again
    Broken,     // like Refused, but they were a document that this line does not continue;
                // or this line is a document that is broken by itself
  };

  // Whether a text has members that only the wanted documents have.
  using IsWanted = bool (*)(std::string_view text);
  DocumentCapture();
  explicit DocumentCapture(IsWanted is_wanted) : is_wanted_(is_wanted) {}

  // Whether a text has members that only a complete document has; whether such a document may be in one
  // of its strings.
  static bool names_document(std::string_view text);
  static bool may_hold_documents(std::string_view text);

  // The first line of a document has one of these, and so does a line with a document in a string, where
  // they are escaped …
  static std::span<const std::string_view> words();
  static std::span<const std::string_view> escaped_words();
  // … or is only its bracket. `text` is the part after a log collector's prefix.
  static bool is_opening(std::string_view text);

  // Takes a line with its end, or a piece of a line that is too long for one piece.
  Verdict take(std::string_view line, bool begins, bool ends);
  // How many bytes of the last line are the document's.
  std::size_t taken() const { return taken_; }
  // What was taken so far turned out not to be a document.
  void give_up() { state_ = State::Outside; }
  // No reader waits for the log's lines: a document may begin with any member.
  void guess(bool on) { guesses_ = on; }
  // Nothing captured so far belongs to a report.
  bool is_guess() const { return is_guess_; }
  bool active() const { return state_ != State::Outside; }
  bool decided() const { return state_ == State::Within; }
  // Whether the text of the document's lines begins after a log collector's prefix.
  bool prefixed() const { return prefixed_; }

 private:
  enum class State : std::uint8_t { Outside, AfterHeader, AfterBracket, Within };

  Verdict take_plain(std::string_view line, bool begins, bool ends);
  Verdict outside(std::string_view line, bool ends);
  Verdict after_header(std::string_view text, bool ends);
  Verdict after_bracket(std::string_view text, bool ends);
  Verdict within(std::string_view text, bool begins, bool ends);
  Verdict begin_within(std::string_view text, bool ends);
  bool fits_on(char first) const;
  bool balance(std::string_view text, bool may_go_on);

  IsWanted is_wanted_;
  State state_ = State::Outside;
  int brackets_ = 0;  // lines that were only a bracket
  std::uint32_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool closed_ = false;
  char last_ = '\0';  // of the lines before, ignoring blanks
  bool prefixed_ = false;
  bool guesses_ = false;
  bool is_guess_ = false;
  bool is_first_line_ = false;
  std::string_view behind_end_;  // of a line: another document that begins after this one
  std::size_t taken_ = 0;
};

}  // namespace symkit::crashlog
