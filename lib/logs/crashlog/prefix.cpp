#include "logs/crashlog/prefix.h"

#include <algorithm>
#include <array>

#include "logs/crashlog/code_marks.h"
#include "logs/crashlog/pod_prefix.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t longest_compose_name = 64;
constexpr std::size_t longest_job = 200;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr int most_in_a_row = 6;

bool digits(Scanner& at, std::size_t least, std::size_t most) {
  const auto number = at.decimal();
  return number && number->digits >= least && number->digits <= most;
}

// 12:34:56, and fractions of a second after a point or a comma.
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
  const std::string_view name = at.rest().substr(0, 4);  // with the blank after it
  if (name.size() < 4 || name[3] != ' ' || name[0] < 'A' || name[0] > 'S' || !months.contains(name))
    return false;
  at.seek(at.position() + 3);
  return at.blanks() > 0 && digits(at, 1, 2) && at.blanks() > 0 && clock(at);
}

bool is_level(char c) { return std::string_view("VDIWEFSA").contains(c); }

// "13140 13140 F DEBUG   : ", after the time, with or without a user in front.
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

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// "app[123]:", or the kernel.
bool is_process(std::string_view word) {
  return word == "kernel:" || (word.ends_with("]:") && word.contains('['));
}

// "app:". It may be the last word of a heading as well ("Native frames: (J=…", "thread #1:"). So it is
// only accepted after a host in lower case, before a text, and if it is none of those words.
bool is_program(std::string_view host, std::string_view word, std::string_view behind) {
  constexpr std::array<std::string_view, 7> of_headings = {
      "profile:", "error:", "trace:", "backtrace:", "frame:", "message:", "dump:"};
  return word.size() > 1 && word.ends_with(':') && is_lower(word.front()) && is_lower(host.front()) &&
         !behind.empty() && std::ranges::find(of_headings, word) == of_headings.end();
}

// SONiC writes syslog's level before the program.
bool is_severity(std::string_view word) {
  constexpr std::array<std::string_view, 8> all = {"EMERG",   "ALERT",  "CRIT", "ERR",
                                                   "WARNING", "NOTICE", "INFO", "DEBUG"};
  return std::ranges::find(all, word) != all.end();
}

// "host app[123]: ", "host kernel: ", after syslog's time; "host app: " if any program is accepted.
bool host_and_program(Scanner& at, bool any_program) {
  if (at.blanks() == 0) return false;
  const std::string_view host = at.word();
  if (host.empty() || host.contains('"') || at.blanks() == 0) return false;  // not a member of JSON
  if (host.ends_with(':')) return false;                                     // not "E:    mepc: 42007004"
  std::string_view program = at.word();
  const bool has_level = any_program && is_severity(program) && at.literal(' ');
  if (has_level) program = at.word();
  const bool is_any = has_level ? program.ends_with(':') : is_program(host, program, at.rest());
  if (!is_process(program) && !(any_program && is_any)) return false;
  // It names the program whose output it repeats.
  if (program == "supervisord:" && at.literal(' ')) at.word();
  return true;
}

bool host_and_any_program(Scanner& at) { return host_and_program(at, true); }
bool host_and_process(Scanner& at) { return host_and_program(at, false); }

// " INFO:tasks.ceph.osd.0.plana120.stderr:", after the time: Teuthology's, of the program of a task.
bool task_stream(Scanner& at) {
  if (!at.literal(' ')) return false;
  const std::string_view word = at.rest().substr(0, at.rest().find(' '));
  const std::size_t stream = word.find(".stderr:");
  if (!word.starts_with("INFO:") || stream == std::string_view::npos) return false;
  at.seek(at.position() + stream + 8);
  return true;
}

// " - INFO # ", after the time: the terminal of RIOT, which logs in the way of Python.
bool terminal_level(Scanner& at) { return at.literal(" - ") && !at.word().empty() && at.literal(" # "); }

// " | [RAW] ", " | ", after the time: what runs a server and repeats its output.
bool repeated_output(Scanner& at) {
  if (!at.literal(" | ")) return false;
  const std::string_view mark = at.rest().substr(0, at.rest().find(' '));
  if (mark.size() > 2 && mark.starts_with('[') && mark.ends_with(']'))
    at.seek(at.position() + mark.size() + 1);
  return true;
}

// "app[web.1]: ", after the time: Heroku's.
bool source_and_process(Scanner& at) {
  return at.literal(' ') && is_process(at.word()) && (at.at_end() || is_blank(at.peek()));
}

// " stderr F", after the time: a container's log as Kubernetes stores it, a line or (P) a part of one.
bool container_stream(Scanner& at) {
  if (!at.literal(" stderr ") && !at.literal(" stdout ")) return false;
  return (at.literal('F') || at.literal('P')) && (at.at_end() || is_blank(at.peek()));
}

// " 01O ", after the time: GitLab's jobs, the stream of a line.
bool job_stream(Scanner& at) {
  constexpr std::size_t size = 4;
  const std::string_view mark = at.rest().substr(0, size);
  if (mark.size() < size || mark[0] != ' ' || !is_hex_digit(mark[1]) || !is_hex_digit(mark[2])) return false;
  if (mark[3] != 'O' && mark[3] != 'E') return false;
  at.seek(at.position() + size);
  return at.literal(' ') || at.at_end();
}

// " [APP/PROC/WEB/0] ERR", after the time: Cloud Foundry's, of an instance and its stream.
bool instance_stream(Scanner& at) {
  if (!at.literal(" [")) return false;
  const std::string_view source = at.word();
  if (!source.ends_with(']') || !source.contains('/') || at.blanks() == 0) return false;
  return at.literal("ERR") || at.literal("OUT");
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
  if (iso && attempt(at, job_stream)) return true;
  if (iso && attempt(at, instance_stream)) return at.literal(' ') || at.at_end();
  if (iso && (attempt(at, task_stream) || attempt(at, terminal_level) || attempt(at, repeated_output)))
    return true;
  if (!iso || (!attempt(at, container_stream) && !attempt(at, source_and_process)))
    attempt(at, host_and_any_program);
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
  attempt(at, host_and_process);  // of journalctl -o short-monotonic
  return at.literal(' ') || at.at_end();
}

// "shop login: [  123.456789] ": a serial console that asks who is there.
bool login_prompt(Scanner& at) {
  return !at.word().empty() && at.literal(" login: ") && at.peek() == '[' && attempt(at, kernel_clock);
}

// "1705321866.831123 host app[123]: ": journalctl -o short-unix.
bool seconds_and_process(Scanner& at) {
  return digits(at, 1, 10) && at.literal('.') && digits(at, 6, 6) && host_and_process(at) &&
         (at.literal(' ') || at.at_end());
}

// "Wed 2024-01-31 12:34:56 CET host app[123]: ": journalctl -o short-full.
bool weekday_and_clock(Scanner& at) {
  constexpr std::string_view days = "Mon Tue Wed Thu Fri Sat Sun ";
  const std::string_view name = at.rest().substr(0, 4);  // with the blank after it
  if (name.size() < 4 || name[3] != ' ' || name[0] < 'F' || name[0] > 'W' || !days.contains(name))
    return false;
  at.seek(at.position() + 4);
  if (!date_and_clock(at)) return false;
  if (at.literal(' ')) at.word();  // the zone
  return host_and_process(at) && (at.literal(' ') || at.at_end());
}

// "build\tRun tests\t", before a time: gh run view --log.
bool job_and_step(Scanner& at) {
  const std::string_view beginning = at.rest().substr(0, longest_job);
  const std::size_t job = beginning.find('\t');
  if (job == std::string_view::npos || job == 0) return false;
  const std::size_t step = beginning.find('\t', job + 1);
  if (step == std::string_view::npos || step == job + 1) return false;
  at.seek(at.position() + step + 1);
  at.literal(byte_order_mark);  // of a step's first line
  Scanner time = at;
  return is_digit(at.peek()) && date_and_clock(time);
}

// "[12:34:56] ", "[2024-01-31 12:34:56] ".
bool bracketed_time(Scanner& at) {
  if (!at.literal('[')) return false;
  if (!attempt(at, date_and_clock) && !attempt(at, clock)) return false;
  return at.literal(']') && at.literal(' ');
}

// "00:00:26.481 -> " is Arduino's serial monitor.
bool bare_clock(Scanner& at) {
  if (!clock(at) || !at.literal(' ')) return false;
  at.literal("-> ");
  return true;
}

// "(pid=1768, ip=10.0.0.1) ", "(raylet, ip=10.0.0.1) ", "(total pid=1768) ": Ray, of the process.
bool worker_of_ray(Scanner& at) {
  constexpr std::size_t longest = 100;
  const std::string_view inside = at.rest().substr(0, longest);
  const std::size_t end = inside.find(") ");
  if (end == std::string_view::npos) return false;
  const std::string_view name = inside.substr(0, end);
  if (!name.contains("pid=") && !name.contains("ip=")) return false;
  at.seek(at.position() + end + 2);
  return true;
}

// "[2022-03-22 15:37:44,626 E 3819499 3819539] (raylet) logging.cc:321: ": Ray's own log.
bool log_of_ray(Scanner& at) {
  if (!at.literal('[') || !date_and_clock(at) || !at.literal(' ') || !is_level(at.peek())) return false;
  at.seek(at.position() + 1);
  if (!at.literal(' ') || !digits(at, 1, 10) || !at.literal(' ') || !digits(at, 1, 10) || !at.literal("] "))
    return false;
  if (at.literal('(') && (!at.until(") ") || !at.literal(") "))) return false;
  return at.word().ends_with(':') && at.literal(' ');
}

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

// "E AndroidRuntime: ", "E/AndroidRuntime: "
bool brief_tag(Scanner& at) {
  constexpr std::size_t longest = 40;
  const std::string_view beginning = at.rest().substr(0, longest + 2);
  if (beginning.size() < 5 || !is_level(beginning[0]) || (beginning[1] != ' ' && beginning[1] != '/'))
    return false;
  const std::size_t colon = beginning.find(": ");
  if (colon == std::string_view::npos || !std::ranges::all_of(beginning.substr(2, colon - 2), [](char c) {
        return is_digit(c) || is_lower(lower_case(c)) || c == '_' || c == '.' || c == ' ';
      }))
    return false;
  at.seek(at.position() + colon + 2);
  return true;
}

// Pasted with blanks before a time or logcat's columns.
bool indented(Scanner& at) {
  at.blanks();
  if (at.peek() == '[' || at.peek() == '<') return attempt(at, kernel_clock) || attempt(at, bracketed_time);
  return attempt(at, timestamp) || attempt(at, logcat_tag);
}

bool code_marks(Scanner& at) {
  const std::size_t size = opening_marks(at.rest());
  at.seek(at.position() + size);
  return size != 0;
}

bool any(Scanner& at) {
  switch (at.peek()) {
    case '[':
      return attempt(at, kernel_clock) || attempt(at, bracketed_time) || attempt(at, pod_name) ||
             attempt(at, log_of_ray);
    case '(': return attempt(at, worker_of_ray);
    case '<': return attempt(at, kernel_clock) || code_marks(at);
    case '{':
    case '`': return code_marks(at);
    case '>': return at.literal("> ");  // quoted in a mail
    default: break;
  }
  if (is_digit(at.peek()))
    return attempt(at, timestamp) || attempt(at, bare_clock) || attempt(at, seconds_and_columns) ||
           attempt(at, seconds_and_process) || attempt(at, job_and_step);
  if (is_blank(at.peek())) return attempt(at, seconds_and_columns) || attempt(at, indented);
  return attempt(at, timestamp) || attempt(at, logcat_tag) || attempt(at, logcat_process) ||
         attempt(at, compose_name) || attempt(at, weekday_and_clock) || attempt(at, pod_and_container) ||
         attempt(at, job_and_step) || attempt(at, login_prompt);
}

}  // namespace

std::size_t text_start(std::string_view line) {
  Scanner at(line);
  for (int i = 0; i < most_in_a_row && any(at); ++i) continue;
  return at.position();
}

OwnText own_text(std::string_view line, std::size_t start) {
  Scanner at(line, start);
  std::size_t indent = at.blanks();
  if (indent == 0 && brief_tag(at)) indent = at.blanks();
  // "  + Exception Group Traceback …", "  | Traceback …", "    |   File …"
  if (at.rest().starts_with("+ Exception Group ") && at.literal('+')) indent = at.blanks();
  while (at.rest().starts_with("| ") && at.literal('|')) indent = at.blanks();
  return {at.position(), indent};
}

}  // namespace symkit::crashlog
