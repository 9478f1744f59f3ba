// Passes an input on unchanged, but first shows a listener what comes next: as much as is available, or
// comes within a few milliseconds of the first byte. So everything needed for it can be requested at
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
    // The next text. False: that is enough for now.
    virtual bool take(std::string_view text) = 0;
    // Nothing more comes.
    virtual void end() {}
    // The text shown so far is passed on next.
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
  std::optional<Error> error_;  // reported after everything before it was passed on
  std::string text_;            // read ahead
  std::size_t given_ = 0;       // passed on already
};

// The complete lines of a text that comes in pieces; lines that are too long are left out.
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
