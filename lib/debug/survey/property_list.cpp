// Property lists as used for entitlements: one dictionary of booleans, strings and lists of strings.
// Deeper values are only mentioned.
#include "debug/survey/code_signature.h"
#include "ground/base/markup.h"

namespace symkit::survey {
namespace {

constexpr std::size_t most_entries = 1000;

struct Tag {
  std::string_view name;   // "key", "/key", "true/"
  std::string_view after;  // the text up to the next tag
};

class Tags {
 public:
  explicit Tags(std::string_view text) : rest_(text) {}

  bool next(Tag& tag) {
    const std::size_t begin = rest_.find('<');
    const std::size_t end = rest_.find('>', begin == rest_.npos ? begin : begin + 1);
    if (end == rest_.npos) return false;
    tag.name = rest_.substr(begin + 1, end - begin - 1);
    rest_.remove_prefix(end + 1);
    tag.after = rest_.substr(0, rest_.find('<'));
    return true;
  }

 private:
  std::string_view rest_;
};

bool opens(std::string_view tag) { return tag == "dict" || tag == "array"; }
bool closes(std::string_view tag) { return tag == "/dict" || tag == "/array"; }

}  // namespace

std::vector<Entitlement> read_property_list(std::string_view text) {
  std::vector<Entitlement> found;
  Tags tags(text);
  Tag tag;
  int depth = 0;  // 1: in the outermost dictionary
  const auto add_value = [&](std::string_view value) {
    if (found.empty()) return;
    std::string& whole = found.back().value;
    if (!whole.empty()) whole += ", ";
    whole += from_markup(value);
  };
  while (tags.next(tag) && found.size() < most_entries) {
    if (opens(tag.name)) {
      if (++depth == 3 && tag.name == "dict") add_value("…");
    } else if (closes(tag.name)) {
      --depth;
    } else if (tag.name == "key" && depth == 1) {
      found.emplace_back();
      found.back().key += from_markup(tag.after);
    } else if (depth > 2 || depth == 0) {
      continue;
    } else if (tag.name == "true/" || tag.name == "false/") {
      add_value(tag.name.substr(0, tag.name.size() - 1));
    } else if (tag.name == "string" || tag.name == "integer" || tag.name == "real" || tag.name == "date") {
      add_value(tag.after);
    } else if (tag.name == "data") {
      add_value("…");
    }
  }
  return found;
}

}  // namespace symkit::survey
