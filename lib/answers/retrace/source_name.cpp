#include "answers/retrace/source_name.h"

#include "ground/base/last_of.h"

namespace symkit::retrace {
namespace {

std::string_view extension_of(std::string_view file) {
  file.remove_prefix(last_of(file, '/') + 1);
  const std::size_t dot = last_of(file, '.');
  return dot == std::string_view::npos ? std::string_view() : file.substr(dot + 1);
}

// "com.example.Outer$Inner" → "Outer"
std::string_view outer_simple_name(std::string_view class_name) {
  const std::size_t dot = last_of(class_name, '.');
  const std::size_t begin = dot + 1;
  // A '$' at the very beginning also ends the name, which is then empty.
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
