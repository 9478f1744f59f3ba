#include "serve/service/bounded_log.h"

#include <utility>

namespace symkit::service {
namespace {

class BoundedText final : public io::Translation {
 public:
  explicit BoundedText(LogBound& bound) : bound_(bound) {}

  Result<std::size_t> read(io::Input& source, std::span<char> buffer) override {
    if (LogBound::Clock::now() > bound_.until) {
      bound_.is_late = true;
      return fail("resolving the log took too long");
    }
    const auto count = source.read(buffer);
    if (!count) return count;
    if (*count > bound_.most) {
      bound_.is_too_long = true;
      return fail("the log is too long");
    }
    bound_.most -= *count;
    return count;
  }
  bool ready(const io::Input& source, std::chrono::milliseconds patience) const override {
    return source.ready(patience);
  }
  bool keeps_images() const override { return true; }

 private:
  LogBound& bound_;
};

}  // namespace

std::unique_ptr<io::Input> bounded(std::unique_ptr<io::Input> log, LogBound& bound) {
  return io::Input::translated(std::move(log), std::make_unique<BoundedText>(bound));
}

}  // namespace symkit::service
