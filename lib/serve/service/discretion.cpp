#include "serve/service/discretion.h"

#include <algorithm>

namespace symkit::service {
namespace {

// Characters that end a path in a sentence.
constexpr std::string_view ends = " \t\n\"'`:;,()<>";

bool begins_path(std::string_view sentence, std::size_t at) {
  if (sentence[at] != '/') return false;
  if (at == 0) return true;
  const char before = sentence[at - 1];
  // In a URL, https://…, the path is not one of this machine.
  if (before == ':' && sentence.substr(at).starts_with("//")) return false;
  return ends.find(before) != std::string_view::npos || before == '=';
}

}  // namespace

std::string without_folders(std::string_view sentence, const std::vector<std::string>& known) {
  std::string text(sentence);
  for (const std::string& folder : known) {
    if (folder.size() < 2) continue;
    for (std::size_t at; (at = text.find(folder + '/')) != std::string::npos;)
      text.replace(at, folder.size(), "");
  }
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (!begins_path(text, at)) {
      out += text[at++];
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(ends, at), text.size());
    const std::string_view path = std::string_view(text).substr(at, end - at);
    // A folder keeps its last name, too.
    const std::size_t last = path.size() > 1 ? path.rfind('/', path.size() - 2) : 0;
    out += path.substr(last + 1);
    at = end;
  }
  return out;
}

symbolize::Match DiscreetImages::find(const ImageReference& image) {
  symbolize::Match match = images_.find(image);
  if (!match.reason.empty()) match.reason = without_folders(match.reason, known_);
  return match;
}

}  // namespace symkit::service
