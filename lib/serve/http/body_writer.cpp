#include "serve/http/body_writer.h"

#include <algorithm>
#include <new>
#include <unistd.h>
#include <utility>

#include "ground/io/write_all.h"
#include "serve/http/spool.h"

namespace symkit::http {

BodyWriter::~BodyWriter() {
  if (file_ >= 0) ::close(file_);
}

bool BodyWriter::write(std::string_view text) noexcept {
  if (has_failed_) return false;
  try {
    if (file_ < 0 && fits(text.size())) {
      memory_ += text;
      return true;
    }
    has_failed_ = !write_file(text);
  } catch (const std::bad_alloc&) {
    has_failed_ = true;
  }
  return !has_failed_;
}

// Makes room in memory if there is none yet.
bool BodyWriter::fits(std::size_t more) {
  const std::size_t wanted = memory_.size() + more;
  if (wanted <= memory_.capacity()) return true;
  const std::size_t room = std::max(wanted, std::min(2 * memory_.capacity(), most_in_memory));
  if (wanted > most_in_memory || !share_.hold(room)) return false;
  memory_.reserve(room);
  return true;
}

bool BodyWriter::write_file(std::string_view text) {
  if (file_ < 0) {
    file_ = nameless_file(folder_);
    if (file_ < 0 || !io::write_all(file_, memory_)) return false;
    memory_ = std::string();
    static_cast<void>(share_.hold(0));
  }
  return io::write_all(file_, text);
}

Body BodyWriter::take() {
  if (file_ >= 0) return Body(std::exchange(file_, -1));
  return {std::move(memory_), std::move(share_)};
}

}  // namespace symkit::http
