#include "reports/group/codeowners.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::group {
namespace {

// The next word; a backslash before a blank or a # makes that character a part of the word.
std::string take_first_word(std::string_view& line) {
  std::string word;
  std::size_t i = 0;
  for (; i < line.size() && line[i] != ' ' && line[i] != '\t'; ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && (line[i + 1] == ' ' || line[i + 1] == '#')) ++i;
    word += line[i];
  }
  line = trimmed(line.substr(i));
  return word;
}

std::vector<std::string> owners_in(std::string_view words) {
  std::vector<std::string> owners;
  while (!words.empty() && words.front() != '#') owners.push_back(take_first_word(words));
  return owners;
}

// Neither "@user", "@org/team", "@@role" nor a mail address.
bool is_no_owner(std::string_view word) {
  const std::size_t last = word.rfind('@');
  const bool is_plain = last != std::string_view::npos && last + 1 < word.size();
  return !is_plain || (last != word.find('@') && !word.starts_with("@@"));
}

// "[Name]", "^[Name][2]": its name, and the owners after it; nothing if the line is not a heading.
struct Heading {
  std::string name;
  std::string_view owners;
};
std::optional<Heading> heading_in(std::string_view line) {
  crashlog::take_word(line, "^");
  if (!crashlog::take_word(line, "[")) return std::nullopt;
  const auto name = crashlog::take_before(line, "]");
  if (!name || trimmed(*name).empty()) return std::nullopt;
  if (std::string_view rest = line;
      crashlog::take_word(rest, "[") && crashlog::take_number(rest) && crashlog::take_word(rest, "]"))
    line = rest;
  return Heading{in_lower_case(trimmed(*name)), trimmed(line)};
}

// Matches one component of a path against a pattern: * and ? do not match a slash.
class PathFit {
 public:
  PathFit(std::string_view path, std::string_view pattern) : path_(path), pattern_(pattern) {}

  bool fits() {
    const std::size_t size = (path_.size() + 1) * (pattern_.size() + 1);
    begun_.assign(size, false);
    ended_.assign(size, false);
    return fits_from(0, 0);
  }

 private:
  bool fits_from(std::size_t at, std::size_t in) {
    for (; in < pattern_.size(); ++in) {
      if (pattern_[in] == '*') return fits_star(at, in);
      if (at == path_.size()) return false;
      const bool escaped = pattern_[in] == '\\' && in + 1 < pattern_.size();
      if (escaped) ++in;
      if (!escaped && pattern_[in] == '?' ? path_[at] == '/' : pattern_[in] != path_[at]) return false;
      ++at;
    }
    // A folder's pattern matches everything in the folder.
    return at == path_.size() || path_[at] == '/' || (at != 0 && path_[at - 1] == '/');
  }

  bool fits_star(std::size_t at, std::size_t in) {
    if (was_tried(begun_, at, in)) return false;
    const bool any_depth = pattern_.substr(in).starts_with("**");
    const std::size_t behind = in + (any_depth ? 2 : 1);
    if (any_depth && behind < pattern_.size() && pattern_[behind] == '/' && fits_from(at, behind + 1))
      return true;
    for (std::size_t to = at;; ++to) {
      if (was_tried(ended_, to, in)) return false;
      if (fits_star_end(to, behind)) return true;
      if (to == path_.size() || (!any_depth && path_[to] == '/')) return false;
    }
  }

  // "docs/*" matches what is in the folder itself, and nothing deeper; "docs/a*" also what is in
  // "docs/ab".
  bool fits_star_end(std::size_t to, std::size_t behind) {
    const bool is_last = behind == pattern_.size() && (pattern_ == "*" || pattern_.ends_with("/*"));
    if (is_last) return to == path_.size();
    return fits_from(to, behind);
  }

  // Work is bounded by the sizes of both: a place where a star has begun or ended before is not tried
  // again, nor is any later place.
  bool was_tried(std::vector<bool>& places, std::size_t at, std::size_t in) const {
    const std::size_t key = at * (pattern_.size() + 1) + in;
    const bool was = places[key];
    places[key] = true;
    return was;
  }

  std::string_view path_;
  std::string_view pattern_;
  std::vector<bool> begun_;
  std::vector<bool> ended_;
};

// Matches a whole path against a pattern as Ruby's fnmatch does with FNM_PATHNAME: no star, question mark
// or set matches a slash, and "**/" matches any number of folders.
class GlobFit {
 public:
  GlobFit(std::string_view path, std::string_view pattern)
      : path_(path), pattern_(pattern), tried_((path.size() + 1) * (pattern.size() + 1), false) {}

  bool fits() { return fits_from(0, 0); }

 private:
  bool fits_from(std::size_t at, std::size_t in) {
    while (in < pattern_.size()) {
      const std::string_view rest = pattern_.substr(in);
      if (rest.front() == '*') return fits_star(at, in);
      if (at == path_.size()) return false;
      if (rest.front() == '?' || rest.front() == '[') {
        const std::size_t size = rest.front() == '?' ? 1 : size_of_set(rest, path_[at]);
        if (size == 0 || path_[at] == '/') return false;
        in += size;
      } else {
        if (rest.front() == '\\' && rest.size() > 1) ++in;
        if (pattern_[in++] != path_[at]) return false;
      }
      ++at;
    }
    return at == path_.size();
  }

  // Work is bounded by the sizes of both: a place where a star has ended before is not tried again, nor
  // is any later place.
  bool is_tried(std::size_t at, std::size_t in) {
    const std::size_t key = at * (pattern_.size() + 1) + in;
    const bool was = tried_[key];
    tried_[key] = true;
    return was;
  }

  bool fits_star(std::size_t at, std::size_t in) {
    const bool begins_part = in == 0 || pattern_[in - 1] == '/';
    if (begins_part && pattern_.substr(in).starts_with("**/")) {
      for (std::size_t from = at; from <= path_.size(); from = path_.find('/', from) + 1) {
        if (is_tried(from, in)) return false;
        if (fits_from(from, in + 3)) return true;
        if (path_.find('/', from) == std::string_view::npos) return false;
      }
      return false;
    }
    const std::size_t behind = std::min(pattern_.find_first_not_of('*', in), pattern_.size());
    for (std::size_t to = at;; ++to) {
      if (is_tried(to, in)) return false;
      if (fits_from(to, behind)) return true;
      if (to == path_.size() || path_[to] == '/') return false;
    }
  }

  // "[a-z]", "[!a]": the length of the set if it contains the character; otherwise 0, as for a set
  // without an end.
  static std::size_t size_of_set(std::string_view set, char character) {
    std::size_t i = 1;
    const bool negated = i < set.size() && (set[i] == '!' || set[i] == '^');
    if (negated) ++i;
    bool is_in = false;
    const auto next = [&] {
      if (set[i] == '\\' && i + 1 < set.size()) ++i;
      return set[i++];
    };
    for (const std::size_t first = i; i < set.size() && (set[i] != ']' || i == first);) {
      const char low = next();
      const bool is_range = i + 1 < set.size() && set[i] == '-' && set[i + 1] != ']';
      if (is_range) ++i;
      const char high = is_range ? next() : low;
      is_in = is_in || (low <= character && character <= high);
    }
    return i < set.size() && is_in != negated ? i + 1 : 0;
  }

  std::string_view path_;
  std::string_view pattern_;
  std::vector<bool> tried_;
};

constexpr std::size_t longest_path = 4096;

}  // namespace

bool has_sections(std::string_view text) {
  bool has = false;
  each_line(text, [&](std::string_view line) { has = has || heading_in(trimmed(line)).has_value(); });
  return has;
}

bool fits_gitlab_path(std::string_view path, std::string_view pattern) {
  if (path.size() > longest_path || pattern.size() > longest_path || pattern.empty()) return false;
  std::string whole(pattern);
  if (!pattern.starts_with('/')) whole = "/**/" + whole;
  if (pattern.ends_with('/')) whole += "**/*";
  const std::string from_root = "/" + std::string(path);
  return GlobFit(from_root, whole).fits();
}

bool fits_path(std::string_view path, std::string_view pattern) {
  if (path.size() > longest_path || pattern.size() > longest_path || pattern.empty()) return false;
  const bool is_folder = pattern.ends_with('/');
  const std::string_view inner = is_folder ? pattern.substr(0, pattern.size() - 1) : pattern;
  const bool from_root = inner.contains('/');  // also "/a" and "a/b"
  std::string whole(from_root ? (inner.starts_with('/') ? inner.substr(1) : inner) : inner);
  if (pattern == "*" || pattern == "**") return true;
  if (whole.empty()) return false;  // "/"
  if (!from_root && whole != "**") whole = "**/" + whole;
  if (is_folder) whole += "/**";
  return PathFit(path, whole).fits();
}

bool CodeOwners::fits(std::string_view path, const std::string& pattern) const {
  return forge_ == Forge::GitHub ? fits_path(path, pattern) : fits_gitlab_path(path, pattern);
}

CodeOwners CodeOwners::of(std::string_view text, Forge forge) {
  CodeOwners owners(forge);
  std::size_t section = 0;
  each_line(text, [&](std::string_view line) { owners.add_line(trimmed(line), section); });
  return owners;
}

// Sections with the same name are one, regardless of case.
std::size_t CodeOwners::section_of(std::string_view heading) {
  const auto [at, is_new] = by_name_.try_emplace(std::string(heading), sections_.size());
  if (is_new) sections_.emplace_back();
  return at->second;
}

void CodeOwners::add_line(std::string_view line, std::size_t& section) {
  if (line.empty() || line.starts_with('#')) return;
  const bool is_gitlab = forge_ == Forge::GitLab;
  if (!is_gitlab && (line.starts_with('!') || line.starts_with("\\#"))) return;
  if (const auto heading = heading_in(line); heading && is_gitlab) {
    section = section_of(heading->name);
    auto owners = owners_in(heading->owners);
    std::erase_if(owners, is_no_owner);
    if (!owners.empty()) sections_[section].owners = std::move(owners);
    return;
  }
  Line made{.pattern = {}, .owners = {}};
  made.is_exclusion = crashlog::take_word(line, "!");
  made.pattern = take_first_word(line);
  if (!is_gitlab && made.pattern.contains('[')) return;
  made.owners = owners_in(line);
  const bool names_none = made.owners.empty();
  const std::size_t wrong = std::erase_if(made.owners, is_no_owner);
  // GitHub ignores a line with a word that is not an owner; GitLab ignores such words.
  if (!is_gitlab && wrong != 0) return;
  if (names_none && !made.is_exclusion) made.owners = sections_[section].owners;
  sections_[section].lines.push_back(std::move(made));
}

std::vector<std::string> CodeOwners::owners_of(std::string_view path) const {
  while (path.starts_with('/')) path.remove_prefix(1);
  std::vector<std::string> owners;
  std::unordered_set<std::string_view> named;
  for (const Section& section : sections_) {
    const Line* last = nullptr;
    bool is_excluded = false;
    for (const Line& line : section.lines) {
      if (!fits(path, line.pattern)) continue;
      // A path that was excluded from a section stays excluded.
      is_excluded = is_excluded || line.is_exclusion;
      last = &line;
    }
    if (last == nullptr || is_excluded) continue;
    for (const std::string& owner : last->owners)
      if (named.insert(owner).second) owners.push_back(owner);
  }
  return owners;
}

bool CodeOwners::empty() const {
  return std::ranges::all_of(sections_, [](const Section& section) { return section.lines.empty(); });
}

}  // namespace symkit::group
