// When and where a group's crashes occurred. It stays small however many there are: the first versions,
// devices and days that are met are counted one by one, all others together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "reports/group/circumstances.h"

namespace symkit::group {

class Tallied {
 public:
  static constexpr std::size_t most = 16;

  // An empty word is ignored.
  void add(const std::string& word);
  // An empty word stands for the others.
  void add(const std::string& word, std::uint64_t times);
  void add(const Tallied& other);
  const std::map<std::string, std::uint64_t, std::less<>>& times() const { return times_; }
  std::uint64_t others() const { return others_; }
  bool empty() const { return times_.empty() && others_ == 0; }

 private:
  std::map<std::string, std::uint64_t, std::less<>> times_ = {};
  std::uint64_t others_ = 0;
};

struct Seen {
  static constexpr std::size_t most_days = 400;

  std::optional<std::int64_t> first = {};
  std::optional<std::int64_t> last = {};
  std::map<std::int64_t, std::uint64_t> days = {};  // since 1970: how often
  Tallied versions = {};
  Tallied devices = {};

  bool empty() const { return !first && versions.empty() && devices.empty(); }
  void add(const Circumstances& circumstances);
  void add(const Seen& other);
};

}  // namespace symkit::group
