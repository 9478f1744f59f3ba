// What `adb logcat -B` writes, and a copy of logd's memory holds: entries of logger_entry, versions 1 to 4,
// one behind the other. They become the lines that logcat itself prints (threadtime), in UTC, as the entries
// do not say where the device was.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::android {

// Whether a log may be one, by its first bytes; no text begins so.
bool looks_like_logcat(std::string_view beginning);

// Takes the first entry off `bytes` and appends its lines; false: it is not all there yet. The error does not
// say which file it is, nor where in it.
Result<bool> take_entry(std::string_view& bytes, std::string& out);

class LogcatText : public io::Translation {
 public:
  Result<std::size_t> read(io::Input& source, std::span<char> buffer) override;
  bool ready(const io::Input& source, std::chrono::milliseconds patience) const override {
    return given_ < text_.size() || source.ready(patience);
  }

 private:
  Result<void> fill(io::Input& source);
  Result<void> take_entries(const io::Input& source);

  std::string bytes_;        // that were read and are of no whole entry yet
  std::uint64_t taken_ = 0;  // bytes of the entries before
  std::string text_;
  std::size_t given_ = 0;  // of the text
  bool ended_ = false;
  std::optional<Error> error_;  // told once what came before it was given
};

}  // namespace symkit::android
