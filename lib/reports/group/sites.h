// The contents of frames, each stored once: the same function in the same file occurs again and again,
// and the rules are applied to it once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/number_table.h"
#include "reports/group/frame_text.h"
#include "reports/group/rules.h"

namespace symkit::group {

struct Site {
  std::string function = {};  // as in the log
  std::string name = {};      // for people: plain_name(); "libapp.so+0x12" if no function is known
  std::string key = {};       // for signatures: name_key()
  std::string file = {};
  std::string image = {};
  std::string build_id = {};       // the image's
  Verdict verdict = Verdict::Own;  // in reports that no section of the rules is for
  bool is_page_offset = false;     // nothing is known but where in some page of memory it is
  std::size_t plain_size = 0;      // of `name` without the file that may follow; 0: no function is known

  bool is_named() const { return plain_size != 0; }
  // Without a name the place in the image counts, whichever file was inlined there.
  FrameFacts facts() const {
    const bool has_place = !is_named() && !image.empty();
    return {std::string_view(name).substr(0, plain_size), has_place ? std::string_view() : file, image};
  }
};

using SiteNumber = std::uint32_t;

class Sites {
 public:
  // At most this many are kept while a log is read.
  static constexpr std::size_t many = 200'000;

  // After an exception it must not be used any more.
  explicit Sites(const Rules& rules, std::size_t most = many) : rules_(rules), most_(most) {}

  SiteNumber of(const FrameText& frame);
  const Site& operator[](SiteNumber number) const { return sites_[number]; }
  const Rules& rules() const { return rules_; }
  Verdict verdict(SiteNumber number, Scope scope) const;

  // Call keep() when it is full: only the sites in `used` are kept, with new numbers.
  bool is_full() const { return sites_.size() >= full_ || keys_.size() >= full_keys_; }
  void keep(const std::vector<SiteNumber*>& used);

 private:
  // The text that tells a site from others.
  std::string_view key_of(SiteNumber number) const {
    const std::size_t begin = number == 0 ? 0 : key_ends_[number - 1];
    return std::string_view(keys_).substr(begin, key_ends_[number] - begin);
  }
  void add_key(std::string_view key);
  Site site_of(const FrameText& frame) const;

  const Rules& rules_;
  std::size_t most_;
  std::vector<Site> sites_ = {};
  // The last verdicts within a scope, by site.
  mutable std::vector<std::pair<Scope, Verdict>> in_scope_ = {};
  std::string keys_ = {};  // of all sites; together, as they are compared again and again
  std::vector<std::size_t> key_ends_ = {};
  NumberTable numbers_ = {};  // by the hashes of keys
  std::string key_ = {};
  std::size_t full_ = most_;
  static constexpr std::size_t bytes_of_key = 400;  // more than most have
  std::size_t full_keys_ = most_ * bytes_of_key;
};

}  // namespace symkit::group
