#include "logs/android/logcat.h"

#include <algorithm>
#include <ctime>

#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "logs/android/columns.h"
#include "logs/android/logcat_event.h"

namespace symkit::android {
namespace {

constexpr std::uint32_t nanoseconds = 1'000'000'000;
constexpr std::uint16_t first_header = 20;  // which has no header size
constexpr std::uint16_t largest_header = 28;
// liblog writes at most 4068 bytes, older releases 4076; its reader has room for 5 KiB.
constexpr std::uint16_t most_payload = 5 * 1024;
constexpr std::int32_t most_processes = 4 * 1024 * 1024;  // Linux's limit

struct Header {
  std::uint16_t payload = 0;
  std::uint16_t size = 0;
  std::int32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint32_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  std::uint32_t buffer = 0;  // which of logd's buffers
};

// Reads the fields that the bytes contain.
Header read_header(std::string_view bytes) {
  Cursor at(as_bytes(bytes), Endian::Little);
  Header header;
  header.payload = at.u16();
  header.size = at.u16();
  const bool says_size = header.size != 0;
  if (!says_size) header.size = first_header;
  header.pid = static_cast<std::int32_t>(at.u32());
  header.tid = at.u32();
  header.seconds = at.u32();
  header.nanoseconds = at.u32();
  if (says_size && header.size > first_header) header.buffer = at.u32();
  return header;
}

bool is_possible(const Header& header) {
  const bool has_size = header.size == first_header || header.size == 24 || header.size == largest_header;
  return has_size && header.payload != 0 && header.payload <= most_payload && header.pid >= 0 &&
         header.pid <= most_processes && header.tid <= static_cast<std::uint32_t>(most_processes) &&
         header.nanoseconds < nanoseconds;
}

// The second version has a user id there, which is 0 or larger than these.
bool holds_values(std::uint32_t buffer) {
  constexpr std::uint32_t events = 2, statistics = 5, security = 6;
  return buffer == events || buffer == statistics || buffer == security;
}

// "03-21 09:26:53.123 +0000  1234  1240 E tag     : "
std::string prefix_of(const Header& header, char priority, std::string_view tag) {
  const std::time_t when = header.seconds;
  std::tm parts{};
  ::gmtime_r(&when, &parts);
  std::string out;
  append_number(out, parts.tm_mon + 1, 10, 2, '0');
  append_number(out += '-', parts.tm_mday, 10, 2, '0');
  append_number(out += ' ', parts.tm_hour, 10, 2, '0');
  append_number(out += ':', parts.tm_min, 10, 2, '0');
  append_number(out += ':', parts.tm_sec, 10, 2, '0');
  append_number(out += '.', header.nanoseconds / 1'000'000, 10, 3, '0');
  append_number(out += " +0000 ", header.pid, 10, 5);
  append_number(out += ' ', header.tid, 10, 5);
  (out += ' ') += priority;
  append_word(out += ' ', tag, 8);
  return out += ": ";
}

// The columns precede each line of the message.
void append_lines(std::string& out, const std::string& prefix, std::string_view message) {
  do {
    const std::size_t end = std::min(message.find('\n'), message.size());
    ((out += prefix) += message.substr(0, end)) += '\n';
    message.remove_prefix(std::min(end + 1, message.size()));
  } while (!message.empty());
}

// A priority, a tag and a message, each ended by NUL. If something is missing, the rest is written.
void append_text(std::string& out, const Header& header, std::string_view payload) {
  constexpr std::string_view priorities = "??VDIWEFS";
  const auto number = static_cast<std::uint8_t>(payload.front());
  payload.remove_prefix(1);
  const std::string_view tag = payload.substr(0, payload.find('\0'));
  payload.remove_prefix(std::min(tag.size() + 1, payload.size()));
  append_lines(out, prefix_of(header, number < priorities.size() ? priorities[number] : '?', tag),
               payload.substr(0, payload.find('\0')));
}

void append_values(std::string& out, const Header& header, std::string_view payload) {
  std::string tag, message;
  append_event(payload, tag, message);
  append_lines(out, prefix_of(header, 'I', tag), message);
}

}  // namespace

// For the first version, which has a zero in place of the header size, a complete entry is required.
bool looks_like_logcat(std::string_view beginning) {
  constexpr std::size_t sizes = 4;
  if (beginning.size() < sizes) return false;
  const bool is_first_version = beginning[2] == 0 && beginning[3] == 0;
  if (is_first_version && beginning.size() <= first_header) return false;
  const Header header = read_header(beginning);
  if (is_first_version && static_cast<std::uint8_t>(beginning[first_header]) > 8) return false;
  return is_possible(header);
}

Result<bool> take_entry(std::string_view& bytes, std::string& out) {
  if (bytes.size() < first_header) return false;
  const Header header = read_header(bytes);
  if (!is_possible(header)) return fail("is not an entry of logcat");
  if (bytes.size() < header.size || bytes.size() - header.size < header.payload) return false;
  const std::string_view payload = bytes.substr(header.size, header.payload);
  bytes.remove_prefix(std::size_t{header.size} + header.payload);
  if (holds_values(header.buffer)) {
    append_values(out, header, payload);
  } else {
    append_text(out, header, payload);
  }
  return true;
}

Result<std::size_t> LogcatText::read(io::Input& source, std::span<char> buffer) {
  while (given_ == text_.size()) {
    if (error_) return fail(*error_);
    if (ended_) return 0;
    text_.clear();
    given_ = 0;
    if (const auto filled = fill(source); !filled) error_ = filled.error();
  }
  const std::size_t count = text_.copy(buffer.data(), buffer.size(), given_);
  given_ += count;
  return count;
}

Result<void> LogcatText::fill(io::Input& source) {
  constexpr std::size_t chunk = 64 * 1024;
  const std::size_t before = bytes_.size();
  bytes_.resize(before + chunk);
  const auto count = source.read(std::span(bytes_).subspan(before));
  bytes_.resize(before + count.value_or(0));
  if (!count) return fail(count.error());
  ended_ = *count == 0;
  return take_entries(source);
}

Result<void> LogcatText::take_entries(const io::Input& source) {
  std::string_view left = bytes_;
  const auto at = [&] { return taken_ + (bytes_.size() - left.size()); };
  while (!left.empty()) {
    const auto taken = take_entry(left, text_);
    if (!taken)
      return fail(say(source.name(), ": is a log of logcat -B, but the data at byte ", at(), " ",
                      taken.error().message));
    if (!*taken) break;
  }
  taken_ = at();
  bytes_.erase(0, bytes_.size() - left.size());
  if (ended_ && !bytes_.empty())
    return fail(say(source.name(), ": is a log of logcat -B, truncated within its entry at byte ", taken_));
  return {};
}

}  // namespace symkit::android
