#include "reports/group/meaning.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ground/base/characters.h"
#include "reports/group/line_parts.h"

namespace symkit::group {

Meaning stack_heading(Role role, std::string_view thread) {
  return {.what = Meaning::What::Stack, .role = role, .thread = thread};
}

Meaning cause(Knows knows, std::string_view kind) {
  return {.what = Meaning::What::Cause, .knows = knows, .kind = std::string(kind)};
}

Meaning reason(std::string_view kind, std::string_view message) {
  Meaning meaning = cause(Knows::Reason, kind);
  meaning.message = message;
  meaning.message_tells = !message.empty();
  return meaning;
}

std::string_view near_null(std::string_view address) {
  constexpr std::uint64_t first_page = 0x10000;  // the largest page that systems leave unmapped at address 0
  if (address.starts_with("0x")) address.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(address.data(), address.data() + address.size(), value, 16);
  const bool is_address = error == std::errc() && end != address.data();
  return is_address && value < first_page ? "near null" : "";
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

void take_place_of(std::string_view text, Meaning& meaning) {
  crashlog::Said place;
  if (!read_place(text.substr(text.find_last_of(" \t") + 1), place) || place.line == 0) return;
  meaning.file = place.file;
  meaning.line = place.line;
}

Knows known_by_signal(std::string_view signal) {
  const bool stopped = signal == "SIGABRT" || signal == "SIGTRAP" || signal == "SIGILL" ||
                       signal == "SIGKILL" || signal == "SIGQUIT" || signal == "SIGTERM";
  return stopped ? Knows::Stopped : Knows::Fault;
}

Meaning meaning_of(std::string_view text) {
  using Family = Meaning (*)(std::string_view);
  constexpr std::array<Family, 5> families = {sanitizers_meaning, checks_meaning, managed_meaning,
                                              systems_meaning, kernel_meaning};
  if (text.size() < 4) return {};
  for (const Family family : families)
    if (auto meaning = family(text)) return meaning;
  return {};
}

}  // namespace symkit::group
