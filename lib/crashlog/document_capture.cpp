#include "crashlog/document_capture.h"

#include <algorithm>
#include <array>

#include "crashlog/needles.h"
#include "crashlog/prefix.h"
#include "crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

// Members that only such documents have; the last two are of the line before one.
constexpr std::array<std::string_view, 15> telling_words = {
    "\"usedImages\"",       "\"callStackTree\"",    "\"callStacks\"",    "\"callStackRootFrames\"",
    "\"callStackThreads\"", "\"instruction_addr\"", "\"frameAddress\"",  "\"startAddress\"",
    "\"blamed\"",           "\"crashReport\"",      "\"module_offset\"", "\"somap\"",
    "\"frame\":{\"a\":",    "\"bug_type\"",         "\"incident_id\""};
constexpr std::size_t first_of_header = 13;

// The same of those that a whole document has, as they stand in a string: what stands before the backslash is
// one, too, and where it begins is not asked.
constexpr std::array<std::string_view, 12> escaped_telling_words = {
    "usedImages\\",       "callStackTree\\",    "callStacks\\",   "callStackRootFrames\\",
    "callStackThreads\\", "instruction_addr\\", "frameAddress\\", "startAddress\\",
    "blamed\\",           "crashReport\\",      "somap\\",        "frame\\\":{"};

const Needles& telling_needles() {
  static const Needles needles = [] {
    Needles made;
    for (const std::string_view word : telling_words) made.add(word);
    made.prepare();
    return made;
  }();
  return needles;
}

bool names_a_report(std::string_view text) {
  return telling_needles().find(text, [](std::size_t word, std::size_t) { return word < first_of_header; });
}

bool is_header(std::string_view text) {
  if (!text.ends_with('}')) return false;
  return telling_needles().find(text, [](std::size_t word, std::size_t) { return word >= first_of_header; });
}

// What a document that is printed over many lines begins with, behind its bracket.
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

// Most lines are told by their first and last byte.
bool is_plainly_ordinary(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  constexpr std::string_view telling = "{}[] \t\r";
  return line.empty() || (!telling.contains(line.front()) && !telling.contains(line.back()));
}

}  // namespace

DocumentCapture::DocumentCapture() : DocumentCapture(names_a_report) {}

std::span<const std::string_view> DocumentCapture::words() { return telling_words; }

std::span<const std::string_view> DocumentCapture::escaped_words() { return escaped_telling_words; }

bool DocumentCapture::names_document(std::string_view text) { return names_a_report(text); }

bool DocumentCapture::may_hold_documents(std::string_view text) {
  static const Needles needles = [] {
    Needles made;
    for (const std::string_view word : escaped_telling_words) made.add(word);
    made.prepare();
    return made;
  }();
  return needles.find(text, [](std::size_t, std::size_t) { return true; });
}

bool DocumentCapture::is_opening(std::string_view text) {
  text = without_blanks(text);
  return text == "{" || text == "[" || text == "[{";
}

DocumentCapture::Verdict DocumentCapture::take(std::string_view line, bool begins, bool ends) {
  if (state_ == State::Outside) return begins ? outside(line, ends) : Verdict::Ordinary;
  if (begins && prefixed_) line = line.substr(text_start(line));
  const std::string_view text = without_blanks(line);
  switch (state_) {
    case State::AfterHeader: return after_header(text, ends);
    case State::AfterBracket: return after_bracket(text, ends);
    default: return within(text, begins, ends);
  }
}

DocumentCapture::Verdict DocumentCapture::outside(std::string_view line, bool ends) {
  if (is_plainly_ordinary(line)) return Verdict::Ordinary;
  std::string_view text = without_blanks(line);
  if (text.empty()) return Verdict::Ordinary;
  if (!text.contains('{') && !text.contains('[')) return Verdict::Ordinary;
  const bool opens = text.back() == '{' || text.back() == '[';
  const bool is_named = is_wanted_(text);
  const bool may_be_header = is_wanted_ == names_a_report && ends;
  if (!opens && !is_named && !(may_be_header && is_header(text))) return Verdict::Ordinary;
  prefixed_ = text.front() != '{' && text.front() != '[';
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
  if (is_named) return begin_within(text, ends);
  if (!ends || opens) return Verdict::Ordinary;
  state_ = State::AfterHeader;
  return Verdict::Undecided;
}

DocumentCapture::Verdict DocumentCapture::after_header(std::string_view text, bool ends) {
  state_ = State::Outside;
  // A log of JSON lines may speak of incidents, too: then this line is whole.
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
  last_ = ',';
  state_ = State::Within;
  return within(text, true, ends);
}

DocumentCapture::Verdict DocumentCapture::within(std::string_view text, bool begins, bool ends) {
  if ((begins && !text.empty() && !fits_on(text.front())) || !balance(text) || (ends && in_string_)) {
    state_ = State::Outside;
    return Verdict::Broken;
  }
  if (is_guess_ && is_wanted_(text)) is_guess_ = false;
  if (!text.empty()) last_ = text.back();
  if (!closed_ || !ends) return Verdict::Inside;
  state_ = State::Outside;
  return Verdict::Complete;
}

// Whether a line of JSON can begin so, after the lines before.
bool DocumentCapture::fits_on(char first) const {
  if (std::string_view("}],:").contains(first)) return true;
  return std::string_view("{[\"-0123456789tfn").contains(first) && std::string_view("{[,:").contains(last_);
}

// False where more is closed than was opened, or something stands behind the end.
bool DocumentCapture::balance(std::string_view text) {
  for (const char c : text) {
    if (closed_) return false;
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
