// The files to open for a path. A dSYM is a folder with files in Contents/Resources/DWARF; paths to the
// folder and to folders within it are both in use. For an archive it is the images in it.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "files/archive/walk.h"
#include "files/container/open.h"
#include "files/container/other_formats.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "ground/io/unpacked.h"

namespace symkit::container {
namespace {

namespace fs = std::filesystem;

constexpr const char* inner_folder = "Contents/Resources/DWARF";

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// The bundle that `folder` is or belongs to; empty if there is none.
fs::path bundle_of(fs::path folder) {
  if (is_folder(folder / inner_folder)) return folder;
  while (!folder.empty()) {
    if (folder.extension() == ".dSYM") return folder;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return {};
}

// Finder leaves .DS_Store and ._name files.
bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

// Why a file is not an image; empty if it may be one.
std::string why_stray(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  if (!file) return {};  // opening it later gives a better error
  const Bytes bytes = file->bytes();
  return looks_like_image(bytes) || io::looks_compressed(bytes) ? std::string() : describe_other(bytes);
}

// If none is an image, all are kept, so that each is reported.
void pass_over_strays(std::vector<std::string>& files, const WarningSink& warn) {
  std::vector<std::string> images, told;
  for (const std::string& file : files) {
    if (const std::string why = why_stray(file); !why.empty()) {
      told.push_back(say(file, ": ", why, "; skipped"));
    } else {
      images.push_back(file);
    }
  }
  if (images.empty()) return;
  for (const std::string& message : told) warn(message);
  files = std::move(images);
}

Result<std::vector<std::string>> files_in(const fs::path& bundle, const WarningSink& warn) {
  const fs::path folder = bundle / inner_folder;
  std::vector<std::string> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code ignored;
    if (!is_hidden(at->path()) && at->is_regular_file(ignored)) files.push_back(at->path().native());
  }
  if (problem)
    return fail(
        say(bundle.native(), ": a dSYM bundle whose ", inner_folder, " cannot be read: ", problem.message()));
  if (files.empty())
    return fail(say(bundle.native(), ": an empty dSYM bundle: there is no file in ", inner_folder));
  std::ranges::sort(files);
  if (files.size() > 1) pass_over_strays(files, warn);
  return files;
}

// Finder stores its metadata next to files as "__MACOSX/…/._name".
bool is_of_finder(const std::string& path) { return is_hidden(path) || path.contains("/__MACOSX/"); }

Result<std::vector<std::string>> files_in_archive(const std::string& path, const WarningSink& warn) {
  std::vector<std::string> told;
  auto found = images_in_archive(path, [&](std::string message) { told.push_back(std::move(message)); });
  if (found && found->empty())
    return fail(say(path, ": an archive without an image (ELF, Mach-O, PE, PDB, WebAssembly)",
                    told.empty() ? "" : " that can be read; ", told.empty() ? "" : told.front()));
  for (const std::string& message : told) warn(message);
  return found;
}

}  // namespace

bool is_embedded_in_bundle(std::string_view path) {
  constexpr std::string_view inside = ".dSYM/Contents/";
  const std::size_t bundle = path.find(inside);
  return bundle != std::string_view::npos &&
         !path.substr(bundle + inside.size()).starts_with("Resources/DWARF/");
}

Result<std::vector<std::string>> images_in_archive(const std::string& path, const WarningSink& warn) {
  auto found = archive::entries_that_begin(path, looks_like_image, warn);
  if (!found) return found;
  std::erase_if(*found,
                [](const std::string& one) { return is_of_finder(one) || is_embedded_in_bundle(one); });
  std::ranges::sort(*found);
  return found;
}

Result<std::vector<std::string>> files_of(const std::string& path, const WarningSink& warn) {
  fs::path plain(path);
  if (!plain.has_filename() && plain.has_relative_path()) plain = plain.parent_path();  // "Foo.dSYM/"
  if (is_archive(path)) return files_in_archive(path, warn);
  if (!is_folder(plain)) return std::vector{path};
  const fs::path bundle = bundle_of(plain);
  if (bundle.empty()) return std::vector{path};
  return files_in(bundle, warn);
}

}  // namespace symkit::container
