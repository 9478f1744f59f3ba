// Writes a document's report line by line and counts the lines, because its frames are found by line.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "ground/base/words.h"
#include "ground/json/document.h"
#include "logs/crashlog/document.h"

namespace symkit::crashlog {

class DocumentText {
 public:
  // Writes one line, even if the text contains line ends.
  void line(std::string_view text) {
    for (const char c : text) made_.text += c == '\n' || c == '\r' ? ' ' : c;
    made_.text += '\n';
    ++lines_;
  }
  // Writes each line of the text by itself.
  void lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  // "Version:             1.4 (128)"; writes nothing if there is no value.
  void field(std::string name, std::string_view value) {
    constexpr std::size_t column = 21;
    if (value.empty()) return;
    name += ':';
    if (name.size() < column) name.resize(column, ' ');
    line(say(name.ends_with(' ') ? name : name + ' ', value));
  }
  void frame(std::string_view text, json::Value object, DocumentFrame frame) {
    frame.line = lines_;
    frame.object = object.where();
    frame.end_of_members = object.end_of_members();
    frame.separator = object.separator();
    made_.frames.push_back(std::move(frame));
    line(text);
  }

  void problem(std::string text) { made_.problems.push_back(std::move(text)); }

  DocumentReport take() { return std::move(made_); }

 private:
  DocumentReport made_;
  std::size_t lines_ = 0;
};

// The column of a frame's number or an image's name: padded, and always separated from the next.
inline std::string column(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

// An image of the list at the report's end; `last` is empty if its end is not known.
std::string image_line(std::uint64_t base, std::optional<std::uint64_t> last, std::string_view description,
                       std::string_view id, std::string_view path);

std::string padded_hex(std::uint64_t value);  // 0x00000001022364bc

// The two kinds of document. The argument is the root of what was captured, after the header of an .ips.
bool is_ips(json::Value root);
DocumentReport convert_ips(json::Value header, const json::Document& body);
std::vector<DocumentReport> convert_metrickit(json::Value root);  // empty for a document of another kind

}  // namespace symkit::crashlog
