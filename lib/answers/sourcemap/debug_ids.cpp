#include "answers/sourcemap/debug_ids.h"

#include <array>

#include "logs/crashlog/needles.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::sourcemap {
namespace {

constexpr std::string_view file_key = "code_file";
constexpr std::array<std::string_view, 2> id_keys = {"debug_id", "debugId"};

// Checked in one pass, as most lines have none.
bool has_key(std::string_view line) {
  static const crashlog::Needles needles({file_key, id_keys[0], id_keys[1]});
  return needles.any_in(line);
}

// The string after "name": in an object's text, however many times it is escaped.
std::string_view value_of(std::string_view object, std::string_view name) {
  const std::size_t at = object.find(name);
  if (at == std::string_view::npos) return {};
  std::string_view rest = object.substr(at + name.size());
  const std::size_t begin = rest.find_first_not_of(" \\\":");
  if (begin == std::string_view::npos) return {};
  rest.remove_prefix(begin);
  return rest.substr(0, rest.find_first_of("\\\""));
}

}  // namespace

bool DebugIds::may_be_in(std::string_view line) { return has_key(crashlog::WithoutColours(line).text()); }

void DebugIds::take(std::string_view coloured) {
  const crashlog::WithoutColours plain(coloured);
  const std::string_view line = plain.text();
  if (within_object() && line.find_first_of("{}") != std::string_view::npos) {
    file_.clear();
    id_.clear();
  }
  if (!line.contains('"') || !has_key(line)) return;
  if (line.find('{') == std::string_view::npos) return take_member(line);
  for (const std::string_view key : id_keys) take_objects(line, key);
}

void DebugIds::take_objects(std::string_view line, std::string_view key) {
  constexpr std::size_t longest_object = 4096;
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    const std::size_t begin = line.rfind('{', at);
    if (begin == std::string_view::npos || at - begin > longest_object) continue;
    const std::string_view object = line.substr(begin, line.find('}', at) - begin);
    const std::string_view file = value_of(object, file_key);
    if (!file.empty()) finder_.learn_debug_id(file, value_of(object, key));
  }
}

void DebugIds::take_member(std::string_view line) {
  if (const std::string_view file = value_of(line, file_key); !file.empty()) file_ = file;
  for (const std::string_view key : id_keys)
    if (const std::string_view id = value_of(line, key); !id.empty()) id_ = id;
  if (!file_.empty() && !id_.empty()) finder_.learn_debug_id(file_, id_);
}

}  // namespace symkit::sourcemap
