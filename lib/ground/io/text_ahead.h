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
#include "ground/io/lines.h"

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

// Notes what the lines of a text will need, so that all of it can be fetched at once: when tell() is
// called, or earlier if much is noted. What is fetched should fit into caches.
class LinesAhead : public TextAhead::Listener {
 public:
  bool take(std::string_view text) final;
  void end() final;

 protected:
  // Notes what a line needs, and returns how much is noted by now. Lines are given as by Lines.
  virtual std::size_t note(const Line& line) = 0;
  // There are no more lines.
  virtual void finish() = 0;

 private:
  std::string line_;          // the last one so far; its end has not come yet
  bool within_line_ = false;  // its beginning has been noted
};

}  // namespace symkit::io
