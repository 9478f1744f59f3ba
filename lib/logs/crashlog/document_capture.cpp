#include "logs/crashlog/document_capture.h"

#include <algorithm>
#include <array>
#include <utility>

#include "logs/crashlog/documents_in_text.h"
#include "logs/crashlog/needles.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::crashlog {
namespace {

// Called for nearly every line, so it does not search for each character.
std::string_view without_blanks(std::string_view text) {
  const auto is_one = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_one(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_one(text.back())) text.remove_suffix(1);
  return text;
}

// Members that only such documents have; the last two are in the line before a document.
constexpr std::array<std::string_view, 15> telling_words = {
    "\"usedImages\"",       "\"callStackTree\"",    "\"callStacks\"",    "\"callStackRootFrames\"",
    "\"callStackThreads\"", "\"instruction_addr\"", "\"frameAddress\"",  "\"startAddress\"",
    "\"blamed\"",           "\"crashReport\"",      "\"module_offset\"", "\"somap\"",
    "\"frame\":{\"a\":",    "\"bug_type\"",         "\"incident_id\""};
constexpr std::size_t first_of_header = 13;

// The same for the members of a complete document, as written in a string: the character before the
// backslash is part of the member, and its beginning is not checked.
constexpr std::array<std::string_view, 12> escaped_telling_words = {
    "usedImages\\",       "callStackTree\\",    "callStacks\\",   "callStackRootFrames\\",
    "callStackThreads\\", "instruction_addr\\", "frameAddress\\", "startAddress\\",
    "blamed\\",           "crashReport\\",      "somap\\",        "frame\\\":{"};

const Needles& telling_needles() {
  static const Needles needles(telling_words);
  return needles;
}

bool names_a_report(std::string_view text) {
  return telling_needles().find(text, [](std::size_t word, std::size_t) { return word < first_of_header; });
}

bool is_header(std::string_view text) {
  if (!text.ends_with('}')) return false;
  return telling_needles().find(text, [](std::size_t word, std::size_t) { return word >= first_of_header; });
}

// The first members, after the bracket, of a document that is printed over many lines.
bool is_first_member(std::string_view text) {
  constexpr std::array<std::string_view, 43> keys = {
      "uptime", "procRole", "procLaunch", "procName", "procPath", "deployVersion", "modelCode", "coalitionID",
      "coalitionName", "captureTime", "crashReporterKey", "incident", "cpuType", "bundleInfo", "usedImages",
      "faultingThread", "timeStampBegin", "timeStampEnd", "crashDiagnostics", "hangDiagnostics",
      "callStackTree", "callStacks", "callStackThreads", "callStackPerThread", "callStackRootFrames",
      "diagnosticMetaData", "appLaunchDiagnostics", "cpuExceptionDiagnostics",
      "diskWriteExceptionDiagnostics",
      // Sentry, Bugsnag, App Center, Crashlytics
      "event_id", "exception", "exceptions", "threads", "stacktrace", "debug_meta", "apiKey",
      "payloadVersion", "notifier", "events", "binaries", "bundle_identifier", "errorClass",
      "crash_info"};  // minidump-stackwalk
  if (!text.starts_with('"')) return false;
  const std::string_view key = text.substr(1, text.find('"', 1) - 1);
  return std::ranges::find(keys, key) != keys.end();
}

// The first and last byte are enough to rule out most lines.
bool is_plainly_ordinary(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const auto tells = [](char c) {
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ' ' || c == '\t' || c == '\r';
  };
  // A colour may precede the first bracket and follow the last.
  return line.empty() || (!tells(line.front()) && !tells(line.back()) && line.front() != escape_character &&
                          line.back() != 'm');
}

// For a line that is not a document: whether it contains complete ones, in a row or before words.
bool has_whole_documents(std::string_view line, DocumentCapture::IsWanted is_wanted) {
  bool any = false;
  edits_of_documents(line, {is_wanted, [](std::string_view) { return false; }},
                     [&](std::string_view document) -> std::optional<Edits> {
                       if (!json::Document::parse(document)) return std::nullopt;
                       any = true;
                       return Edits();
                     });
  return any;
}

}  // namespace

DocumentCapture::DocumentCapture() : DocumentCapture(names_a_report) {}

std::span<const std::string_view> DocumentCapture::words() { return telling_words; }

std::span<const std::string_view> DocumentCapture::escaped_words() { return escaped_telling_words; }

bool DocumentCapture::names_document(std::string_view text) { return names_a_report(text); }

bool DocumentCapture::may_hold_documents(std::string_view text) {
  static const Needles needles(escaped_telling_words);
  return needles.any_in(text);
}

bool DocumentCapture::is_opening(std::string_view text) {
  text = without_blanks(text);
  return text == "{" || text == "[" || text == "[{";
}

DocumentCapture::Verdict DocumentCapture::take(std::string_view line, bool begins, bool ends) {
  if (state_ == State::Outside && (!begins || is_plainly_ordinary(line))) return Verdict::Ordinary;
  const WithoutColours plain(line);
  behind_end_ = {};
  const Verdict verdict = take_plain(plain.text(), begins, ends);
  const auto end = static_cast<std::size_t>(behind_end_.data() - plain.text().data());
  taken_ = behind_end_.empty() ? line.size() : plain.in_raw(end);
  return verdict;
}

DocumentCapture::Verdict DocumentCapture::take_plain(std::string_view line, bool begins, bool ends) {
  if (state_ == State::Outside) return outside(line, ends);
  if (begins && prefixed_) line = line.substr(text_start(line));
  const std::string_view text = without_blanks(line);
  switch (state_) {
    case State::AfterHeader: return after_header(text, ends);
    case State::AfterBracket: return after_bracket(text, ends);
    default: return within(text, begins, ends);
  }
}

DocumentCapture::Verdict DocumentCapture::outside(std::string_view line, bool ends) {
  std::string_view text = without_blanks(line);
  if (text.empty()) return Verdict::Ordinary;
  const bool opens = text.back() == '{' || text.back() == '[';
  if (!opens && !text.contains('"')) return Verdict::Ordinary;  // it names nothing
  if (!text.contains('{') && !text.contains('[')) return Verdict::Ordinary;
  const bool is_named = is_wanted_(text);
  const bool may_be_header = is_wanted_ == names_a_report && ends;
  if (!opens && !is_named && !(may_be_header && is_header(text))) return Verdict::Ordinary;
  // A bracket may be a collector's: "[pod/web-0/kiosk] {".
  prefixed_ = text.front() != '{' && (text.front() != '[' || text_start(line) != 0);
  if (prefixed_) {
    if (!ends) return Verdict::Ordinary;
    text = without_blanks(line.substr(text_start(line)));
    if (text.empty() || (text.front() != '{' && text.front() != '[')) return Verdict::Ordinary;
  }
  if (is_opening(text)) {
    state_ = State::AfterBracket;
    brackets_ = 1;
    depth_ = static_cast<std::uint32_t>(text.size());
    return Verdict::Undecided;
  }
  depth_ = 0;
  is_guess_ = false;
  if (is_named) {
    const Verdict verdict = begin_within(text, ends);
    const bool is_ordinary = verdict == Verdict::Broken && ends && has_whole_documents(text, is_wanted_);
    return is_ordinary ? Verdict::Ordinary : verdict;
  }
  if (!ends || opens) return Verdict::Ordinary;
  state_ = State::AfterHeader;
  return Verdict::Undecided;
}

DocumentCapture::Verdict DocumentCapture::after_header(std::string_view text, bool ends) {
  state_ = State::Outside;
  // A log of JSON lines may mention incidents, too: such a line is complete.
  if (!text.starts_with('{') || (ends && text.ends_with('}') && !names_a_report(text)))
    return Verdict::Refused;
  depth_ = 0;
  return begin_within(text, ends);
}

DocumentCapture::Verdict DocumentCapture::after_bracket(std::string_view text, bool ends) {
  constexpr int most_brackets = 4;
  if ((text == "{" || text == "[") && brackets_ < most_brackets) {
    ++brackets_;
    ++depth_;
    return Verdict::Undecided;
  }
  state_ = State::Outside;
  is_guess_ = !is_first_member(text);
  const bool is_member = text.starts_with('"') && text.contains("\":");
  return !is_guess_ || (guesses_ && is_member) ? begin_within(text, ends) : Verdict::Refused;
}

DocumentCapture::Verdict DocumentCapture::begin_within(std::string_view text, bool ends) {
  in_string_ = escaped_ = closed_ = false;
  is_first_line_ = true;
  last_ = ',';
  state_ = State::Within;
  return within(text, true, ends);
}

DocumentCapture::Verdict DocumentCapture::within(std::string_view text, bool begins, bool ends) {
  // Documents that are complete in one line are not considered here.
  const bool may_go_on = !std::exchange(is_first_line_, false) && !prefixed_ && begins && ends;
  if ((begins && !text.empty() && !fits_on(text.front())) || !balance(text, may_go_on) ||
      (ends && in_string_)) {
    state_ = State::Outside;
    return Verdict::Broken;
  }
  if (is_guess_ && is_wanted_(text)) is_guess_ = false;
  if (!text.empty()) last_ = text.back();
  if (!closed_ || !ends) return Verdict::Inside;
  state_ = State::Outside;
  return Verdict::Complete;
}

// Whether a line of JSON can begin with this character, after the lines before.
bool DocumentCapture::fits_on(char first) const {
  if (std::string_view("}],:").contains(first)) return true;
  return std::string_view("{[\"-0123456789tfn").contains(first) && std::string_view("{[,:").contains(last_);
}

// False if more brackets are closed than were opened, or if text follows the end, which may be another
// document.
bool DocumentCapture::balance(std::string_view text, bool may_go_on) {
  for (const char& c : text) {
    if (closed_) {
      const std::size_t second = text.find_first_not_of(" \t", static_cast<std::size_t>(&c - text.data()));
      if (may_go_on && (text[second] == '{' || text[second] == '[')) behind_end_ = text.substr(second);
      return !behind_end_.empty();
    }
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
      continue;
    }
    if (c == '"') in_string_ = true;
    if (c == '{' || c == '[') ++depth_;
    if (c == '}' || c == ']') {
      if (depth_ == 0) return false;
      closed_ = --depth_ == 0;
    }
  }
  return true;
}

}  // namespace symkit::crashlog
