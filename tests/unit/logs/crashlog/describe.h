// Reads lines of a log and says in one short text what the last of them is: tests of the formats compare
// that.
#pragma once

#include <array>
#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>

#include "ground/base/words.h"
#include "logs/crashlog/cause.h"
#include "logs/crashlog/reader.h"

namespace symkit::test {

inline std::string hex(std::uint64_t number) {
  char digits[16];
  return {digits, std::to_chars(digits, digits + sizeof digits, number, 16).ptr};
}

inline std::string_view word(AddressOf address_of) {
  switch (address_of) {
    case AddressOf::Instruction: return "at";
    case AddressOf::Call: return "calls at";
    case AddressOf::Return: return "returns to";
    case AddressOf::Stack: return "unsettled";
  }
  return "?";
}

// "#3 at libx.so file 12ab <0123…>"; the parts that are there, in this order.
inline std::string describe(const crashlog::Frame& frame) {
  std::string text = frame.number ? "#" + std::to_string(*frame.number) + " " : std::string();
  text += word(frame.address_of);
  const auto add = [&](std::string_view before, std::string_view words, std::string_view after = "") {
    if (!words.empty()) text += say(before, words, after);
  };
  const auto add_number = [&](std::string_view name, const std::optional<std::uint64_t>& value) {
    if (value) text += say(name, hex(*value));
  };
  add(" ", frame.image.name.empty() ? "-" : frame.image.name);
  add_number(" file ", frame.file_address);
  add_number(" offset ", frame.image_offset);
  add_number(" byte ", frame.file_offset);
  add_number(" runtime ", frame.runtime_address);
  add_number(" load ", frame.load_address);
  add_number(" slide ", frame.slide);
  add(" ", frame.symbol);
  add_number("+", frame.symbol_offset);
  add_number("/", frame.symbol_size);
  add(" <", frame.image.id.hex(), ">");
  if (frame.image.architecture != Architecture::Unknown) add(" ", name_of(frame.image.architecture));
  add(" in ", frame.thread);
  add(" (", frame.problem, ")");
  return text;
}

// "named #3 f at a.c:12 in libx.so": what the log has said itself.
inline std::string describe_named(const crashlog::Frame& frame) {
  const crashlog::Said& said = frame.said;
  std::string text = "named";
  if (frame.number) text += " #" + std::to_string(*frame.number);
  if (!said.function.empty()) text += say(" ", said.function);
  if (!said.file.empty()) text += say(" at ", said.file, ":", said.line);
  if (said.column != 0) text += say(":", said.column);
  if (!frame.image.name.empty()) text += say(" in ", frame.image.name);
  if (said.inlined) text += " [inlined]";
  return text;
}

// What the last line is, and with `kept` what stays of it before and behind the description.
inline std::string read_log(std::initializer_list<std::string_view> lines, std::string* kept = nullptr,
                            const crashlog::KernelSymbols* kernel = nullptr,
                            crashlog::ReadFor wanted = crashlog::ReadFor::Answers) {
  crashlog::Reader reader(wanted);
  reader.report().set_knowledge({.kernel = kernel});
  crashlog::Frame frame;
  std::string text = "empty";
  for (const std::string_view line : lines) {
    const crashlog::Found found = reader.read(line, frame);
    text = found == crashlog::Found::Frame     ? describe(frame)
           : found == crashlog::Found::Named   ? describe_named(frame)
           : found == crashlog::Found::Context ? "context"
                                               : "nothing";
    if (kept != nullptr && found == crashlog::Found::Frame)
      *kept = say(line.substr(0, frame.replaced.begin), frame.columns, "|", line.substr(frame.replaced.end));
  }
  return text;
}

// All frames of the last line.
inline std::string frames_of(std::initializer_list<std::string_view> lines) {
  crashlog::Reader reader;
  crashlog::Frame frame;
  std::string text;
  for (const std::string_view line : lines) {
    text.clear();
    if (reader.read(line, frame) != crashlog::Found::Frame) continue;
    text = describe(frame);
    while (frame.shares_line && reader.read_further(frame)) text += ", " + describe(frame);
  }
  return text;
}

inline std::string read_line(std::string_view line) { return read_log({line}); }

// The same for those who want to know of frames that have their names.
inline std::string read_names(std::initializer_list<std::string_view> lines) {
  return read_log(lines, nullptr, nullptr, crashlog::ReadFor::Names);
}

// "heap-use-after-free (READ 8): message; begins", the parts that are there; "stack of another thread".
inline std::string cause_of(std::string_view line) {
  using What = crashlog::Cause::What;
  constexpr std::array<std::string_view, 8> roles = {
      "the crash",     "its origin",          "the one that freed", "the one that allocated",
      "a lock holder", "who asks for a lock", "a processor",        "another thread"};
  const auto cause = crashlog::cause_in(line);
  if (!cause) return "nothing";
  if (cause->what == What::Stack) return say("stack of ", roles.at(static_cast<std::size_t>(cause->role)));
  if (cause->what == What::End) return "end";
  if (cause->what == What::Chain) return "chain";
  std::string text = cause->kind;
  if (!cause->access.empty()) text += say(" (", cause->access, ")");
  if (cause->accessed) text += say(" at ", hex(*cause->accessed));
  if (!cause->message.empty()) text += say(": ", cause->message);
  if (!cause->file.empty()) text += say(" in ", cause->file, ":", cause->line);
  for (const std::string_view one : {cause->program, cause->time, cause->version, cause->device})
    if (!one.empty()) text += say(", ", one);
  return text;
}

inline std::string kept_of(std::string_view line) {
  std::string kept;
  read_log({line}, &kept);
  return kept;
}

}  // namespace symkit::test
