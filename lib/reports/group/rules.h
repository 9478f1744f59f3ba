// Which frames of a stack tell what went wrong. Rules are lines of text: those of each platform are files in
// lib/reports/group/rules, which are built in; a project adds its own. docs/grouping.md tells how they are
// written.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::group {

enum class Verdict : std::uint8_t {
  Own,      // it counts; so does what no rule is about
  Library,  // it counts where nothing else does
  Skip,     // it does not
  Cut,      // from here outwards nothing does
};

// What rules are held against. The function as plain_name() has it.
struct FrameFacts {
  std::string_view function;
  std::string_view file;
  std::string_view image;
};

class Rules {
 public:
  // Those that are built in.
  static Rules standard();

  // More, which win against all before. `name` is what errors call the text.
  Result<void> add(std::string_view text, std::string_view name);

  // As the last rule says that fits.
  Verdict verdict(const FrameFacts& frame) const;

  // That rule, as it is written; empty where none fits.
  std::string deciding(const FrameFacts& frame) const;

  // How many frames make a signature.
  std::size_t depth() const { return depth_; }

 private:
  enum class Field : std::uint8_t { Function, File, Image };
  struct Rule {
    Verdict verdict = Verdict::Own;
    Field field = Field::Function;
    std::string pattern;
  };

  Result<void> add_line(std::string_view line);
  const Rule* last_fit(const FrameFacts& frame) const;  // null: none
  std::size_t best_in(std::size_t bucket, const FrameFacts& frame, std::size_t best) const;

  std::vector<Rule> rules_;
  // Rules by what their pattern begins with, so that few are tried; 0: a star. A file's all are in 0.
  std::array<std::vector<std::size_t>, 256> buckets_;
  std::size_t depth_ = 3;
};

// Whether the text fits a pattern in which * stands for any characters, none included.
bool fits(std::string_view text, std::string_view pattern);

}  // namespace symkit::group
