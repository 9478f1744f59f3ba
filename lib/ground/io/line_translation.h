// A log that is translated line by line on the way to its reader: who derives from it makes the next text of
// the next lines; how much of that the reader takes at once is told here.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "ground/io/input.h"
#include "ground/io/lines.h"

namespace symkit::io {

class LineTranslation : public Translation {
 public:
  Result<std::size_t> read(Input& source, std::span<char> buffer) final;
  bool ready(const Input& source, std::chrono::milliseconds patience) const final;
  bool keeps_images() const final { return true; }

 protected:
  // Appends to the text what the next line or lines become, or ends. What is wrong is told when the text that
  // came before it was given.
  virtual Result<void> take_next() = 0;

  Lines& lines() { return *lines_; }
  void end() { ended_ = true; }

  std::string text_;  // of what was taken last

 private:
  std::optional<Lines> lines_;
  std::size_t given_ = 0;  // of the text
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace symkit::io
