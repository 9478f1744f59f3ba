#include "ground/io/line_translation.h"

namespace symkit::io {

Result<std::size_t> LineTranslation::read(Input& source, std::span<char> buffer) {
  if (!lines_) lines_.emplace(source);
  while (given_ == text_.size()) {
    if (error_) return fail(*error_);
    if (ended_) return 0;
    text_.clear();
    given_ = 0;
    if (const auto taken = take_next(); !taken) error_ = taken.error();
  }
  const std::size_t count = text_.copy(buffer.data(), buffer.size(), given_);
  given_ += count;
  return count;
}

bool LineTranslation::ready(const Input& source, std::chrono::milliseconds patience) const {
  return given_ < text_.size() || (lines_ && lines_->buffered()) || source.ready(patience);
}

}  // namespace symkit::io
