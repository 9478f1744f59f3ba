// Rules that decide which frames of a stack show what went wrong. Rules are lines of text: those of each
// platform are files in lib/reports/group/rules, which are built in; a project adds its own.
// docs/grouping.md describes how they are written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/result.h"

namespace symkit::group {

enum class Verdict : std::uint8_t {
  Own,      // it counts; also used if no rule matches
  Library,  // it counts if no other frame does
  Skip,     // it does not count
  Cut,      // neither it nor any frame outwards of it counts
  Signal,   // a signal came here: neither it nor any frame inwards of it counts
  Handler,  // the same if it is one of the innermost frames; elsewhere it counts
  Lead,     // it leads to the frame that tells: it counts only outwards of a frame that is own
  Anchor,   // the nearest frame inwards of it counts, and no other
  Tell,     // it counts, and no frame inwards of it
};

// Sections of rules that apply to a report: a bit for each. 0: only rules that stand in no section.
using Scope = std::uint64_t;

// The properties of a frame that rules match. `function` is in the form of plain_name().
struct FrameFacts {
  std::string_view function;
  std::string_view file;
  std::string_view image;
};

class Rules {
 public:
  // The built-in rules.
  static Rules standard();

  // Adds rules, which override all earlier ones. `name` is the name of the text in errors and explanations.
  Result<void> add(std::string_view text, std::string_view name);

  // The sections for reports of this kind from this world.
  Scope scope_of(std::string_view world, std::string_view kind) const;

  // The verdict of the last rule that matches.
  Verdict verdict(const FrameFacts& frame, Scope scope = 0) const;

  // What that rule calls all that it matches; empty: nothing.
  std::string_view name(const FrameFacts& frame, Scope scope) const;

  // That rule as it is written, with its section and file: "lead function skb_*, for kernel: kernel BUG,
  // reports.rules"; rules that are not built in with their line. Empty if none matches.
  std::string deciding(const FrameFacts& frame, Scope scope = 0) const;

  // The sections in a scope: "for kernel: *, kernel.rules".
  std::vector<std::string> sections_in(Scope scope) const;

  // The number of frames in a signature.
  std::size_t depth() const { return depth_; }

 private:
  enum class Field : std::uint8_t { Function, File, Image };
  struct Rule {
    Verdict verdict = Verdict::Own;
    Field field = Field::Function;
    std::string_view pattern;
    std::string_view name;  // of the family; empty: each has its own
    Scope section = 0;      // its bit; 0: it applies to all reports
    std::size_t text = 0;   // its number in texts_
    std::size_t line = 0;
  };
  // What rules were read from.
  struct Text {
    std::string name;
    bool is_built_in = false;
    std::shared_ptr<const std::string> content = {};  // if it is not built in: rules are views of it
  };
  struct Section {
    std::string patterns;  // as they are written
    std::size_t text = 0;
    std::size_t line = 0;
  };
  // What is looked at for each name, together in memory.
  struct Candidate {
    std::uint64_t pairs = 0;   // what a text must have to match
    std::uint32_t number = 0;  // of the rule
    Field field = Field::Function;
  };
  using Bucket = std::vector<Candidate>;
  // Rules by the first character of their pattern, so that few are tried; 0: a star. Rules about files
  // are all in 0.
  using Buckets = std::array<Bucket, 256>;

  Result<void> add(std::string_view text, Text from);
  Result<void> add_line(std::string_view line);
  void add_rule(Verdict verdict, Field field, std::string_view pattern, std::string_view name);
  Result<void> begin_section(std::string_view patterns);
  const Rule* last_fit(const FrameFacts& frame, Scope scope) const;  // null if none matches
  // The texts of a frame, with the pairs of characters in them.
  using Texts = std::array<std::pair<std::string_view, std::uint64_t>, 3>;
  std::size_t best_in(const Bucket& bucket, const Texts& texts, Scope scope, std::size_t best) const;

  std::string place(std::size_t text, std::size_t line) const;

  std::vector<Rule> rules_;
  std::vector<Text> texts_;
  Buckets general_;                                     // rules that stand in no section
  Buckets sectioned_;                                   // the others
  std::vector<std::pair<std::string, Scope>> reports_;  // patterns, and the section for reports that match
  std::vector<Section> sections_;                       // by the number of their bit
  Scope section_ = 0;                                   // of the lines that are read
  std::size_t line_ = 0;                                // that is read, from 1
  std::size_t depth_ = 3;
};

// Whether the text matches a pattern in which * stands for any characters, or none.
bool fits(std::string_view text, std::string_view pattern);

}  // namespace symkit::group
