// The owners of files: CODEOWNERS as GitHub and GitLab read it. GitHub: the last line that matches
// decides, and a line without owners means that there are none. GitLab: sections, each evaluated by
// itself, with default owners for lines that name none, and lines with "!" that exclude a path from their
// section.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/base/result.h"

namespace symkit::group {

// The two forges read files of the same name in different ways.
enum class Forge : std::uint8_t {
  GitHub,  // as .gitignore; no sections, no "!", no "[ ]"
  GitLab,  // like Ruby's fnmatch, in any folder unless the pattern begins with a slash
};

class CodeOwners {
 public:
  // Accepts any text: invalid lines are ignored, as the forges do.
  static CodeOwners of(std::string_view text, Forge forge);

  // In the order of the sections and of the owners in a line, each once. `path` is relative to the
  // repository's root.
  std::vector<std::string> owners_of(std::string_view path) const;

  bool empty() const;

 private:
  explicit CodeOwners(Forge forge) : forge_(forge) {}

  struct Line {
    std::string pattern;
    std::vector<std::string> owners;
    bool is_exclusion = false;
  };
  struct Section {
    std::vector<std::string> owners;  // default owners, for lines that name none
    std::vector<Line> lines;
  };

  void add_line(std::string_view line, std::size_t& section);
  std::size_t section_of(std::string_view heading);
  bool fits(std::string_view path, const std::string& pattern) const;

  Forge forge_;
  std::vector<Section> sections_ = {Section{}};  // the first has no name
  std::unordered_map<std::string, std::size_t> by_name_;
};

// Whether the text uses syntax that only GitLab reads.
bool has_sections(std::string_view text);

// Whether a path, relative to the root and without a leading slash, matches a pattern of GitHub's
// CODEOWNERS: like those of .gitignore, with *, **, ? and a backslash, but without "!" and "[ ]".
bool fits_path(std::string_view path, std::string_view pattern);
// The same for GitLab's patterns: *, ?, [a-z], "**/" and a backslash; "docs/" matches everything in the
// folder, "docs" a file.
bool fits_gitlab_path(std::string_view path, std::string_view pattern);

}  // namespace symkit::group
