// A text stored with the indexes of a store and changed by several processes. A writer states which
// version it read, and writes nothing if another was faster. A reader sees a complete version or none,
// even if a writer was killed.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::store {

class SharedText {
 public:
  static constexpr std::uint64_t longest = std::uint64_t{256} << 20;

  struct Version {
    std::uint64_t number = 0;
    std::string text = {};  // empty: the content is lost
  };

  SharedText() = default;
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;
  virtual ~SharedText() = default;

  // Nothing: there is no newer version. 0 is before the first.
  virtual Result<std::optional<Version>> newer_than(std::uint64_t number) = 0;
  // Writes the version that follows `number`; false: that version exists already. The text must not be
  // empty.
  virtual Result<bool> follow(std::uint64_t number, std::string_view text) = 0;

  // Whether it may be temporarily unavailable.
  virtual bool is_far() const = 0;
  // Its location, for messages.
  virtual std::string place() const = 0;
};

// The text `name` (in small letters) in the first of these stores that can be written. Null: there is no
// such store. In an engine a version lives for `expire`.
std::unique_ptr<SharedText> open_shared_text(const std::vector<std::string>& stores, std::string_view name,
                                             std::chrono::seconds expire);

}  // namespace symkit::store
