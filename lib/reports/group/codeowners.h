// Who owns a file: CODEOWNERS as GitHub and GitLab read it. GitHub: the last line that fits decides, and one
// without owners says that nobody does. GitLab: sections, each judged by itself, with owners of their own for
// lines that name none, and lines with "!" that take a path out of their section.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/base/result.h"

namespace symkit::group {

// The two read one name of a file in different ways.
enum class Forge : std::uint8_t {
  GitHub,  // as .gitignore; no sections, no "!", no "[ ]"
  GitLab,  // as Ruby's fnmatch, from any folder where the pattern does not begin with a slash
};

class CodeOwners {
 public:
  // Any text is one: lines that are none say nothing, as they do there.
  static CodeOwners of(std::string_view text, Forge forge);

  // In the order of the sections and of the lines' words, each once. `path` is from the repository's root.
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
    std::vector<std::string> owners;  // of lines that name none
    std::vector<Line> lines;
  };

  void add_line(std::string_view line, std::size_t& section);
  std::size_t section_of(std::string_view heading);
  bool fits(std::string_view path, const std::string& pattern) const;

  Forge forge_;
  std::vector<Section> sections_ = {Section{}};  // the first has no name
  std::unordered_map<std::string, std::size_t> by_name_;
};

// Whether the text has what GitLab alone reads.
bool has_sections(std::string_view text);

// Whether a path, from the root and without a slash before it, fits a pattern of GitHub's CODEOWNERS: as
// .gitignore's are, with *, **, ? and a backslash, and without "!" and "[ ]".
bool fits_path(std::string_view path, std::string_view pattern);
// The same of GitLab's: *, ?, [a-z], "**/" and a backslash; "docs/" is all that is in it, and "docs" a file.
bool fits_gitlab_path(std::string_view path, std::string_view pattern);

}  // namespace symkit::group
