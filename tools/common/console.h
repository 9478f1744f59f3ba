// A tool's messages to its user: always on stderr, one line each, preceded by the tool's name.
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

// Whether this stream gets colours. "auto": on a terminal that is not dumb, unless NO_COLOR is set.
bool wants_color(ColorChoice choice, int descriptor);

// Thread-safe.
class Console {
 public:
  Console(std::string_view tool, ColorChoice color);

  void warning(std::string_view message);
  // Prints the message only the first time.
  void warning_once(std::string_view message);
  // Prints the error and makes the tool exit with 1 at the end; other inputs are still processed.
  void error(const Error& error);

  // For the code in lib/; valid as long as the console.
  WarningSink warnings();
  std::function<void(const Error& error)> errors();

  bool failed() const { return failed_; }
  bool color_on_stdout() const { return color_on_stdout_; }

 private:
  void say(std::string_view color, std::string_view label, std::string_view message);

  std::string tool_;
  bool color_on_stdout_;
  bool color_on_stderr_;
  std::atomic<bool> failed_ = false;
  std::mutex lock_;  // guards the members below
  std::set<std::string, std::less<>> said_once_;
};

}  // namespace symkit::tools
