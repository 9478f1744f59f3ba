#include "serve/service/source_files.h"

#include <algorithm>
#include <filesystem>

#include "ground/base/bytes.h"
#include "ground/io/mapped_file.h"

namespace symkit::service {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest = std::uintmax_t{16} << 20;
constexpr std::size_t fewest_alike = 2;

using Names = std::vector<std::string>;

// Empty if the path cannot be that of a file.
Names names_in(std::string_view path) {
  std::string text(path);
  std::ranges::replace(text, '\\', '/');
  Names names;
  for (const fs::path& name : fs::path(text).lexically_normal()) {
    if (name == "..") return {};
    if (name != "/" && name != "." && !name.empty()) names.push_back(name.string());
  }
  return names;
}

// The number of last names that two paths have in common.
std::size_t alike(std::span<const std::string> one, std::span<const std::string> other) {
  std::size_t count = 0;
  while (count < one.size() && count < other.size() &&
         one[one.size() - 1 - count] == other[other.size() - 1 - count])
    ++count;
  return count;
}

std::optional<std::string> text_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error || size > largest) return std::nullopt;
  const auto mapped = io::MappedFile::open(file.string());
  return mapped ? std::optional(std::string(as_text(mapped->bytes()))) : std::nullopt;
}

// The file below the folder at the path's names from number `from` on.
std::optional<fs::path> file_below(const std::string& folder, const Names& names, std::size_t from) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return std::nullopt;
  fs::path file = root;
  for (std::size_t i = from; i < names.size(); ++i) file /= names[i];
  fs::path real = fs::canonical(file, error);
  if (error || !fs::is_regular_file(real, error) || error) return std::nullopt;
  const bool is_below = std::ranges::mismatch(root, real).in1 == root.end() && real != root;
  if (!is_below || alike(names_in(file.string()), names) < fewest_alike) return std::nullopt;
  return real;
}

}  // namespace

SourceFiles SourceFiles::within(const std::string& name) const {
  std::vector<std::string> folders;
  folders.reserve(folders_.size());
  for (const std::string& folder : folders_) folders.push_back(std::string(folder).append("/").append(name));
  return SourceFiles(std::move(folders));
}

std::optional<std::string> SourceFiles::read(std::string_view path) const {
  const Names names = names_in(path);
  for (std::size_t from = 0; from < names.size(); ++from)
    for (const std::string& folder : folders_)
      if (const auto file = file_below(folder, names, from)) return text_of(*file);
  return std::nullopt;
}

}  // namespace symkit::service
