// Stacks of Java and Kotlin, also with a class loader or a module, and as R8 and Google's services write
// them:
//   at com.example.Till.open(Till.kt:12)
//   at java.base/java.lang.Thread.sleep(Native Method)
#include <algorithm>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/java/stack_line.h"

namespace symkit::crashlog {
namespace {

bool is_java_file(std::string_view file) {
  // Google's services write the version of the build there.
  if (file.starts_with(':')) return true;
  // With a second number it is a script's place: "basket.js:18:14".
  if (java::source_file_end(file) != file.size()) return false;
  return !file.contains(' ') || file == "Native Method" || file == "Unknown Source";
}

// "~[app.jar:1.0]", "[3 skipped]": not the rest of a sentence.
bool ends_like_frame(std::string_view text) {
  const std::size_t end = text.rfind(')') + 1;
  return end == text.size() || text[end] == ' ' || text[end] == '~' || text[end] == '[';
}

class JavaStack : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (!text.starts_with("at ") || !ends_like_frame(text)) return Found::Nothing;
    const java::StackLine found = java::recognise_frame(text);
    if (!found.method.present() || found.method.begin != found.class_name.end + 1) return Found::Nothing;
    const std::string_view file = found.at(found.source_file);
    if (!is_java_file(file)) return Found::Nothing;
    // The function is class and method together.
    frame.said = {.function = found.at({found.class_name.begin, found.method.end}),
                  .file = file.contains(' ') ? std::string_view() : file,
                  .line = static_cast<std::uint32_t>(std::max(found.line().value_or(0), 0)),
                  .language = Language::Java};
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> java_stack() { return std::make_unique<JavaStack>(); }

}  // namespace symkit::crashlog
