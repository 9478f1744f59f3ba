#include "retrace/source_name.h"

#include <cstring>

namespace symkit::retrace {
namespace {

// As rfind, but many characters at once: each frame asks.
std::size_t last_of(std::string_view text, char c) {
  const void* const found = text.empty() ? nullptr : ::memrchr(text.data(), c, text.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::string_view extension_of(std::string_view file) {
  file.remove_prefix(last_of(file, '/') + 1);
  const std::size_t dot = last_of(file, '.');
  return dot == std::string_view::npos ? std::string_view() : file.substr(dot + 1);
}

// "com.example.Outer$Inner" → "Outer"
std::string_view outer_simple_name(std::string_view class_name) {
  const std::size_t dot = last_of(class_name, '.');
  const std::size_t begin = dot + 1;
  // A '$' right behind the package still ends the name, as empty as it then is.
  return class_name.substr(begin, class_name.find('$', begin) - begin);
}

}  // namespace

std::string inferred_source_file(std::string_view class_name, std::string_view written) {
  if (written == "Native Method") return std::string(written);
  const std::string_view extension = extension_of(written);
  std::string_view name = outer_simple_name(class_name);
  const bool is_kotlin_file = name.ends_with("Kt") && (extension.empty() || extension == "kt");
  if (is_kotlin_file) name.remove_suffix(2);
  const std::string_view ending = is_kotlin_file || extension == "kt" ? ".kt" : ".java";
  std::string file;
  file.reserve(name.size() + ending.size());
  return (file += name) += ending;
}

}  // namespace symkit::retrace
