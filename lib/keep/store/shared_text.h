// A text beside the indexes of a store that several processes change: whoever writes says which version he
// has read, and writes nothing where somebody else came first. A reader sees a version whole or not at all,
// also when a writer was killed.
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
    std::string text = {};  // empty: what it said is gone
  };

  SharedText() = default;
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;
  virtual ~SharedText() = default;

  // Nothing: there is none. 0 is before the first.
  virtual Result<std::optional<Version>> newer_than(std::uint64_t number) = 0;
  // Writes the version behind this one; false: it is there already. The text must not be empty.
  virtual Result<bool> follow(std::uint64_t number, std::string_view text) = 0;

  // Whether it may be so that it cannot be asked just now.
  virtual bool is_far() const = 0;
  // Where people would look for it.
  virtual std::string place() const = 0;
};

// Of the first of these stores that can be written; `name`: small letters. Null: there is none. In an engine
// a version lives for so long.
std::unique_ptr<SharedText> open_shared_text(const std::vector<std::string>& stores, std::string_view name,
                                             std::chrono::seconds expire);

}  // namespace symkit::store
