// The output of `adb logcat -B`, also found in copies of logd's memory: entries of logger_entry, versions
// 1 to 4, one after another. They become the lines that logcat itself prints (threadtime), in UTC, as the
// entries do not contain the device's time zone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::android {

// Whether a log may have this form, judging by its first bytes; no text begins with them.
bool looks_like_logcat(std::string_view beginning);

// Removes the first entry from `bytes` and appends its lines; false if the entry is incomplete. The error
// names neither the file nor the position in it.
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

  std::string bytes_;        // read, but not a complete entry yet
  std::uint64_t taken_ = 0;  // bytes of the entries before
  std::string text_;
  std::size_t given_ = 0;  // of the text
  bool ended_ = false;
  std::optional<Error> error_;  // reported once after the text before it
};

}  // namespace symkit::android
