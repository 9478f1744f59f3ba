// Who owns a file: CODEOWNERS as GitHub and GitLab read it. GitHub: the last line that fits decides, and one
// without owners says that nobody does. GitLab: sections, each judged by itself, with owners of their own for
// lines that name none, and lines with "!" that take a path out of their section.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace symkit::group {

class CodeOwners {
 public:
  // Any text is one: lines that are none say nothing, as they do there.
  static CodeOwners of(std::string_view text);

  // In the order of the sections and of the lines' words, each once. `path` is from the repository's root.
  std::vector<std::string> owners_of(std::string_view path) const;

  bool empty() const;

 private:
  struct Line {
    std::string pattern;
    std::vector<std::string> owners;
    bool is_exclusion = false;
  };
  struct Section {
    std::string name;
    std::vector<std::string> owners;  // of lines that name none
    std::vector<Line> lines;
  };

  void add_line(std::string_view line, std::size_t& section);
  std::size_t section_of(std::string_view heading);

  std::vector<Section> sections_ = {Section{}};
};

// Whether a path, from the root and without a slash before it, fits a pattern of CODEOWNERS: as .gitignore's
// are, with *, **, ? and a backslash, and without "!" and "[ ]".
bool fits_path(std::string_view path, std::string_view pattern);

}  // namespace symkit::group
