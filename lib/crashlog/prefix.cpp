#include "crashlog/prefix.h"

#include <algorithm>

#include "crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t longest_compose_name = 64;
constexpr std::size_t longest_pod_name = 400;
constexpr int most_in_a_row = 4;

bool digits(Scanner& at, std::size_t least, std::size_t most) {
  const auto number = at.decimal();
  return number && number->digits >= least && number->digits <= most;
}

// 12:34:56, and parts of a second behind a point or a comma.
bool clock(Scanner& at) {
  if (!digits(at, 1, 2) || !at.literal(':') || !digits(at, 2, 2) || !at.literal(':') || !digits(at, 2, 2))
    return false;
  if (at.literal('.') || at.literal(',')) return digits(at, 1, 9);
  return true;
}

// Z, +0100, +01:00, with or without a blank before.
void zone(Scanner& at) {
  const std::size_t from = at.position();
  if (at.literal('Z')) return;
  at.literal(' ');
  if ((at.literal('+') || at.literal('-')) && digits(at, 2, 4)) {
    if (at.literal(':')) digits(at, 2, 2);
    return;
  }
  at.seek(from);
}

// 2024-01-31, 2024/01/31 or logcat's 01-31.
bool date(Scanner& at) {
  const std::size_t from = at.position();
  if (digits(at, 4, 4) && (at.literal('-') || at.literal('/')) && digits(at, 2, 2) &&
      (at.literal('-') || at.literal('/')) && digits(at, 2, 2))
    return true;
  at.seek(from);
  return digits(at, 2, 2) && at.literal('-') && digits(at, 2, 2);
}

bool date_and_clock(Scanner& at) {
  if (!date(at) || !(at.literal('T') || at.literal(' ') || at.literal('_'))) return false;
  if (!clock(at)) return false;
  zone(at);
  return true;
}

bool month_and_clock(Scanner& at) {
  constexpr std::string_view months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";
  const std::string_view name = at.rest().substr(0, 4);  // with the blank behind it
  if (name.size() < 4 || name[3] != ' ' || name[0] < 'A' || name[0] > 'S' || !months.contains(name))
    return false;
  at.seek(at.position() + 3);
  return at.blanks() > 0 && digits(at, 1, 2) && at.blanks() > 0 && clock(at);
}

bool is_level(char c) { return std::string_view("VDIWEFSA").contains(c); }

// "13140 13140 F DEBUG   : ", behind the time, with or without a user in front.
bool logcat_columns(Scanner& at) {
  if (at.blanks() == 0) return false;
  if (!is_digit(at.peek())) {  // the user, by name
    if (at.word().empty() || at.blanks() == 0) return false;
  }
  if (!digits(at, 1, 7) || at.blanks() == 0 || !digits(at, 1, 7) || at.blanks() == 0) return false;
  if (is_digit(at.peek()) && (!digits(at, 1, 7) || at.blanks() == 0)) return false;
  if (!is_level(at.peek())) return false;
  at.seek(at.position() + 1);
  if (!at.literal(' ')) return false;
  return at.until(": ") && at.literal(": ");
}

// "F/DEBUG   (13140): " or "F/DEBUG   : ".
bool logcat_tag(Scanner& at) {
  if (!is_level(at.peek())) return false;
  at.seek(at.position() + 1);
  if (!at.literal('/')) return false;
  const auto tag = at.until(": ");
  return tag && tag->size() <= 64 && at.literal(": ");
}

// logcat's clocks without a date: "1705321866.831 13140 13140 F DEBUG   : ", "   12.345 …".
bool seconds_and_columns(Scanner& at) {
  at.blanks();
  return digits(at, 1, 10) && at.literal('.') && digits(at, 3, 9) && logcat_columns(at);
}

// logcat without tags: "F(13140) ", and with the thread "F(13140:13141) ".
bool logcat_process(Scanner& at) {
  if (!is_level(at.peek())) return false;
  at.seek(at.position() + 1);
  if (!at.literal('(')) return false;
  at.blanks();
  if (!digits(at, 1, 7)) return false;
  if (at.literal(':')) {
    at.blanks();
    if (!digits(at, 1, 7)) return false;
  }
  return at.literal(") ");
}

// "host app[123]: " or "host kernel: ", behind syslog's time.
bool host_and_program(Scanner& at) {
  if (at.blanks() == 0) return false;
  const std::string_view host = at.word();
  if (host.empty() || host.contains('"') || at.blanks() == 0) return false;  // not a member of JSON
  if (host.ends_with(':')) return false;                                     // not "E:    mepc: 42007004"
  const std::string_view program = at.word();
  return program.size() > 1 && program.ends_with(':');
}

// " stderr F", behind the time: a container's log as Kubernetes keeps it, a line or (P) a part of one.
bool container_stream(Scanner& at) {
  if (!at.literal(" stderr ") && !at.literal(" stdout ")) return false;
  return (at.literal('F') || at.literal('P')) && (at.at_end() || is_blank(at.peek()));
}

// "[pod/web-6d4cf56db6-abcde/kiosk] ": kubectl logs --prefix.
bool pod_name(Scanner& at) {
  if (!at.literal("[pod/")) return false;
  const auto name = at.until("] ");
  return name && name->size() <= longest_pod_name && !name->contains(' ') && at.literal("] ");
}

template <class Step>
bool attempt(Scanner& at, Step step) {
  const std::size_t from = at.position();
  if (step(at)) return true;
  at.seek(from);
  return false;
}

bool timestamp(Scanner& at) {
  const bool iso = is_digit(at.peek()) && attempt(at, date_and_clock);
  if (!iso && !attempt(at, month_and_clock)) return false;
  if (iso && attempt(at, logcat_columns)) return true;
  if (iso && attempt(at, [](Scanner& s) { return s.blanks() > 0 && logcat_tag(s); })) return true;
  if (!iso || !attempt(at, container_stream)) attempt(at, host_and_program);
  return at.literal(' ') || at.literal('\t') || at.literal(": ") || at.at_end();
}

// "[  123.456789] ", "[123.456][ T1234] ", "<4>[1.2] ".
bool kernel_clock(Scanner& at) {
  if (at.literal('<') && (!digits(at, 1, 3) || !at.literal('>'))) return false;
  if (!at.literal('[')) return false;
  at.blanks();
  if (!digits(at, 1, 10) || !at.literal('.') || !digits(at, 3, 9) || !at.literal(']')) return false;
  if (at.literal('[')) {  // the processor or the task
    at.blanks();
    if (!at.literal('T') && !at.literal('C')) return false;
    if (!digits(at, 1, 10) || !at.literal(']')) return false;
  }
  return at.literal(' ') || at.at_end();
}

// "[12:34:56] ", "[2024-01-31 12:34:56] ".
bool bracketed_time(Scanner& at) {
  if (!at.literal('[')) return false;
  if (!attempt(at, date_and_clock) && !attempt(at, clock)) return false;
  return at.literal(']') && at.literal(' ');
}

bool bare_clock(Scanner& at) { return clock(at) && at.literal(' '); }

// "web-1  | "
bool compose_name(Scanner& at) {
  const std::string_view beginning = at.rest().substr(0, longest_compose_name);
  const std::size_t bar = beginning.find('|');
  if (bar == std::string_view::npos || bar < 2 || beginning[bar - 1] != ' ') return false;
  const std::string_view name = trimmed(beginning.substr(0, bar));
  const bool plain = std::ranges::all_of(name, [](char c) {
    return is_hex_digit(c) || (c >= 'g' && c <= 'z') || (c >= 'G' && c <= 'Z') || c == '-' || c == '_' ||
           c == '.';
  });
  if (!plain || name.empty() || is_digit(name.front())) return false;
  at.seek(at.position() + bar + 1);
  at.literal(' ');
  return true;
}

bool any(Scanner& at) {
  switch (at.peek()) {
    case '[': return attempt(at, kernel_clock) || attempt(at, bracketed_time) || attempt(at, pod_name);
    case '<': return attempt(at, kernel_clock);
    default: break;
  }
  if (is_digit(at.peek()))
    return attempt(at, timestamp) || attempt(at, bare_clock) || attempt(at, seconds_and_columns);
  if (is_blank(at.peek())) return attempt(at, seconds_and_columns);
  return attempt(at, timestamp) || attempt(at, logcat_tag) || attempt(at, logcat_process) ||
         attempt(at, compose_name);
}

}  // namespace

std::size_t text_start(std::string_view line) {
  Scanner at(line);
  for (int i = 0; i < most_in_a_row && any(at); ++i) continue;
  return at.position();
}

}  // namespace symkit::crashlog
