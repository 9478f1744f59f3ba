// A log that is translated line by line. A derived class translates the next lines; this class hands the
// text out in pieces as large as the reader wants.
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
  // Appends the translation of the next line or lines to the text, or ends. An error is reported after
  // the text before it was read.
  virtual Result<void> take_next() = 0;

  Lines& lines() { return *lines_; }
  void end() { ended_ = true; }

  std::string text_;  // translated last

 private:
  std::optional<Lines> lines_;
  std::size_t given_ = 0;  // how much of the text was read
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace symkit::io
