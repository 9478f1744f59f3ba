// Tells, line by line, where a report that is a JSON document begins in a log and where it ends. Lines that
// only might begin one are told so; ordinary lines, also of JSON, are let go at once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace symkit::crashlog {

class DocumentCapture {
 public:
  enum class Verdict : std::uint8_t {
    Ordinary,   // not of a document
    Undecided,  // may begin one: the next line tells
    Inside,     // of a document that goes on
    Complete,   // its last line; taken() tells whether another document begins behind it, in the same line
    Refused,    // what was undecided before this line was ordinary; ask again for this line
    Broken,     // as Refused, but it was a document that this line does not go on with; or this line is one
                // that is broken by itself
  };

  // Whether a text has members that only the documents have that are looked for.
  using IsWanted = bool (*)(std::string_view text);
  DocumentCapture();
  explicit DocumentCapture(IsWanted is_wanted) : is_wanted_(is_wanted) {}

  // Whether a text has members that only a whole document has; whether one may stand in a string of it.
  static bool names_document(std::string_view text);
  static bool may_hold_documents(std::string_view text);

  // The first line of a document has one of these, as has a line with one in a string, where they are escaped
  // …
  static std::span<const std::string_view> words();
  static std::span<const std::string_view> escaped_words();
  // … or is nothing but its bracket. `text` is what stands behind a collector's prefix.
  static bool is_opening(std::string_view text);

  // A line with its end, or a piece of one that is too long for one piece.
  Verdict take(std::string_view line, bool begins, bool ends);
  // How many bytes of the last line are the document's.
  std::size_t taken() const { return taken_; }
  // What was taken so far is no document, for another's reason.
  void give_up() { state_ = State::Outside; }
  // Nobody waits for the log's lines: a document may begin with any member.
  void guess(bool on) { guesses_ = on; }
  // Nothing that was captured so far is of a report.
  bool is_guess() const { return is_guess_; }
  bool active() const { return state_ != State::Outside; }
  bool decided() const { return state_ == State::Within; }
  // Where the text begins in each line of the document, behind what a collector of logs put there.
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
  int brackets_ = 0;  // lines that were one
  std::uint32_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool closed_ = false;
  char last_ = '\0';  // of the lines before, blanks apart
  bool prefixed_ = false;
  bool guesses_ = false;
  bool is_guess_ = false;
  bool is_first_line_ = false;
  std::string_view behind_end_;  // of a line: another document, which begins behind the end of this one
  std::size_t taken_ = 0;
};

}  // namespace symkit::crashlog
