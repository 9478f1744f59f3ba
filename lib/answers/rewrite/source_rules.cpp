#include "answers/rewrite/source_rules.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ground/base/words.h"

namespace symkit::rewrite {
namespace {

// A larger file is not a source that a person wrote.
constexpr std::uint64_t largest_file = 16 << 20;

// Languages whose compilers write DWARF; in lower case.
constexpr std::array<std::string_view, 62> extensions = {
    "ada", "adb",   "ads", "asm", "c",   "c++",  "cc",   "cl",  "cp",  "cpp", "cppm", "cr",  "cu",
    "cuh", "cxx",   "d",   "def", "di",  "dart", "f",    "f03", "f08", "f77", "f90",  "f95", "for",
    "go",  "h",     "h++", "hh",  "hip", "hpp",  "hs",   "hxx", "i",   "ii",  "inc",  "inl", "ipp",
    "ixx", "java",  "jl",  "kt",  "l",   "ll",   "m",    "ml",  "mm",  "nim", "odin", "pas", "rs",
    "s",   "swift", "tcc", "tpp", "txx", "v",    "vala", "y",   "yy",  "zig"};

// The headers of C++ itself have no extension: "/usr/include/c++/12/functional".
bool is_source_name(std::string_view place) {
  const std::string_view name = place.substr(place.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return place.contains("/include/");
  std::string extension(name.substr(dot + 1));
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return dot != 0 && std::ranges::find(extensions, extension) != extensions.end();
}

bool lies_in_one(const io::ForeignFile& file, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const std::string& folder) { return file.lies_below(folder); });
}

}  // namespace

Result<void> may_be_shown(const io::ForeignFile& file, const std::vector<std::string>& folders) {
  if (const auto ordinary = file.is_ordinary(); !ordinary) return ordinary;
  if (file.size() > largest_file) return fail(say("it is larger than ", largest_file >> 20, " MB"));
  if (!folders.empty() && !lies_in_one(file, folders))
    return fail(say("it is at ", file.place(),
                    ", outside the folders of --source-root and --path-map; give its folder, too"));
  if (folders.empty() && !is_source_name(file.place()))
    return fail(
        say(file.place(),
            " does not have the name of a source file; if it is one, give its folder with --source-root"));
  return {};
}

}  // namespace symkit::rewrite
