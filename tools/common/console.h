// What a tool says to the person at the terminal: always on stderr, one line each, the tool's name in front.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::tools {

enum class ColorChoice { Auto, Always, Never };

// Does this stream get colours? "auto" means on a terminal that is not dumb, and not where NO_COLOR is set.
bool wants_color(ColorChoice choice, int descriptor);

// Safe to use from several threads.
class Console {
 public:
  Console(std::string_view tool, ColorChoice color);

  void warning(std::string_view message);
  // Says it only the first time.
  void warning_once(std::string_view message);
  // Says it and makes the tool end with 1, but not now: the other inputs may still be served.
  void error(const Error& error);

  // For the rooms of lib/; valid as long as the console.
  WarningSink warnings();
  std::function<void(const Error& error)> errors();

  bool failed() const { return failed_; }
  bool color_on_stdout() const { return color_on_stdout_; }
  bool color_on_stderr() const { return color_on_stderr_; }

 private:
  void say(std::string_view color, std::string_view label, std::string_view message);

  std::string tool_;
  bool color_on_stdout_;
  bool color_on_stderr_;
  std::atomic<bool> failed_ = false;
  std::mutex lock_;  // of what follows
  std::set<std::string, std::less<>> said_once_;
};

}  // namespace symkit::tools
