// An input as it is, byte for byte, of which somebody is told what comes next before it is given: as much as
// is at hand, or comes within a few milliseconds of the first byte. So what it needs can be asked for at
// once.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ground/io/input.h"

namespace symkit::io {

class TextAhead final : public Translation {
 public:
  class Listener {
   public:
    Listener() = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener() = default;

    virtual void begin(Input& /*source*/) {}
    // What came. False: that is enough for now.
    virtual bool take(std::string_view text) = 0;
    // No more comes.
    virtual void end() {}
    // What was taken is given next.
    virtual void tell() = 0;
  };
  static std::unique_ptr<Input> before(std::unique_ptr<Input> source, std::unique_ptr<Listener> listener);

  Result<std::size_t> read(Input& source, std::span<char> buffer) override;
  bool ready(const Input& source, std::chrono::milliseconds patience) const override;
  bool keeps_images() const override { return true; }

 private:
  explicit TextAhead(std::unique_ptr<Listener> listener) : listener_(std::move(listener)) {}

  void fill(Input& source);

  std::unique_ptr<Listener> listener_;
  bool begun_ = false;
  bool ended_ = false;
  std::optional<Error> error_;  // told once what came before it was given
  std::string text_;            // at hand
  std::size_t given_ = 0;       // of it
};

// The whole lines of a text that comes in pieces; what is too long for one is left out.
class WholeLines {
 public:
  template <class Take>
  void take(std::string_view text, const Take& line) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view piece = text.substr(0, end == std::string_view::npos ? end : end + 1);
      text.remove_prefix(piece.size());
      const bool fits = rest_.size() + piece.size() <= longest;
      is_too_long_ = is_too_long_ || !fits;
      if (end == std::string_view::npos) {
        if (fits) rest_ += piece;
        return;
      }
      if (!is_too_long_) line(rest_.empty() ? piece : std::string_view(rest_ += piece));
      rest_.clear();
      is_too_long_ = false;
    }
  }
  template <class Take>
  void end(const Take& line) {
    if (!rest_.empty() && !is_too_long_) line(rest_);
    rest_.clear();
  }

 private:
  static constexpr std::size_t longest = std::size_t{16} << 20;

  std::string rest_;
  bool is_too_long_ = false;
};

}  // namespace symkit::io
