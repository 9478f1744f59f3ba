#include "common/console.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "ground/print/visible.h"

namespace symkit::tools {
namespace {

constexpr std::string_view red = "\033[31m";
constexpr std::string_view yellow = "\033[33m";
constexpr std::string_view plain = "\033[0m";

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

}  // namespace

bool wants_color(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  return variable("NO_COLOR").empty() && variable("TERM") != "dumb" && isatty(descriptor) == 1;
}

Console::Console(std::string_view tool, ColorChoice color)
    : tool_(tool),
      color_on_stdout_(wants_color(color, STDOUT_FILENO)),
      color_on_stderr_(wants_color(color, STDERR_FILENO)) {}

void Console::warning(std::string_view message) { say(yellow, "warning: ", message); }

void Console::warning_once(std::string_view message) {
  const std::scoped_lock locked(lock_);
  if (said_once_.emplace(message).second) warning(message);
}

void Console::error(const Error& error) {
  failed_ = true;
  say(red, "", error.message);
}

WarningSink Console::warnings() {
  return [this](const std::string& message) { warning(message); };
}

std::function<void(const Error& error)> Console::errors() {
  return [this](const Error& told) { error(told); };
}

void Console::say(std::string_view color, std::string_view label, std::string_view message) {
  std::string line;
  if (color_on_stderr_) line += color;
  line += tool_;
  line += ": ";
  line += label;
  if (color_on_stderr_) line += plain;
  print::append_visible(line, message);  // it quotes names from files
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace symkit::tools
