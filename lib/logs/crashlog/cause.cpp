#include "logs/crashlog/cause.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "ground/base/one_of.h"
#include "logs/crashlog/format.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {

std::optional<Cause> cause_in(std::string_view text) {
  static const std::vector<ReadCause> readers = [] {
    std::vector<ReadCause> all;
    for (const auto& format : all_formats(ReadFor::Names))
      if (const ReadCause reader = format->causes()) all.push_back(reader);
    return all;
  }();
  if (text.size() < 4) return std::nullopt;
  for (const ReadCause reader : readers)
    if (auto found = reader(text)) return found;
  return std::nullopt;
}

Cause stack_follows(Role role, Series series) {
  return {.what = Cause::What::Stack, .role = role, .series = series};
}

Cause cause(Knows knows, std::string_view kind) {
  return {.what = Cause::What::Reason, .knows = knows, .kind = std::string(kind)};
}

Cause reason(std::string_view kind, std::string_view message) {
  Cause made = cause(Knows::Reason, kind);
  made.message = message;
  made.message_tells = !message.empty();
  return made;
}

Cause signalled(std::string_view signal, std::string_view address) {
  constexpr std::array<std::string_view, 6> stops = {"SIGABRT", "SIGTRAP", "SIGILL",
                                                     "SIGKILL", "SIGQUIT", "SIGTERM"};
  const bool stopped = std::ranges::find(stops, signal) != stops.end();
  Cause made = cause(stopped ? Knows::Stopped : Knows::Fault, signal);
  if (signal == "SIGSEGV" || signal == "SIGBUS") made.accessed = address_at(address);
  return made;
}

std::string_view signal_in(std::string_view text) {
  constexpr std::array<std::string_view, 10> signals = {"SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE",
                                                        "SIGILL",  "SIGTRAP", "SIGSYS", "SIGKILL",
                                                        "SIGQUIT", "SIGTERM"};
  for (const std::string_view signal : signals)
    if (text.contains(signal)) return signal;
  for (const std::string_view signal : signals)
    if (text.starts_with(signal.substr(3))) return signal;
  return {};
}

bool asks_to_end(std::string_view signal) {
  constexpr std::array<std::string_view, 3> all = {"SIGTERM", "SIGKILL", "SIGQUIT"};
  return std::ranges::find(all, signal) != all.end();
}

std::string_view signal_numbered(std::uint64_t number) {
  switch (number) {
    case 3: return "SIGQUIT";
    case 4: return "SIGILL";
    case 5: return "SIGTRAP";
    case 6: return "SIGABRT";
    case 7: return "SIGBUS";
    case 8: return "SIGFPE";
    case 9: return "SIGKILL";
    case 11: return "SIGSEGV";
    case 15: return "SIGTERM";
    case 31: return "SIGSYS";
    default: return "signal";
  }
}

std::optional<std::uint64_t> address_at(std::string_view text) {
  take_word(text, "0x");
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::string_view address_behind(std::string_view text, std::string_view word) {
  return take_before(text, word) ? take_address(text) : std::string_view();
}

void take_place_of(std::string_view text, Cause& cause) {
  Said place;
  if (!read_place(text.substr(last_of<" \t">(text) + 1), place) || place.line == 0) return;
  cause.file = place.file;
  cause.line = place.line;
}

}  // namespace symkit::crashlog
