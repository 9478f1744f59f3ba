#include "symgroup/owners.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/bytes.h"
#include "io/mapped_file.h"

namespace symkit::symgroup {
namespace {

namespace fs = std::filesystem;

std::string root_of(const std::string& codeowners) {
  fs::path folder = fs::path(codeowners).parent_path();
  const fs::path name = folder.filename();
  if (name == ".github" || name == ".gitlab" || name == "docs") folder = folder.parent_path();
  return folder.empty() ? "." : folder.string();
}

// Of a path as some compiler wrote it, with slashes alone; empty where it would lead out of a folder.
std::string plain_path(std::string file) {
  std::ranges::replace(file, '\\', '/');
  std::string_view rest = file;
  while (rest.starts_with("../") || rest.starts_with("./") || rest.starts_with("/"))
    rest.remove_prefix(rest.find('/') + 1);
  const bool leads_out = rest.contains("../") || rest.ends_with("..") || rest.contains('\0');
  return leads_out ? std::string() : std::string(rest);
}

}  // namespace

Result<Owners> Owners::open(const std::string& codeowners, const std::string& repository) {
  const auto file = io::MappedFile::open(codeowners);
  if (!file) return fail(file.error());
  return Owners(group::CodeOwners::of(as_text(file->bytes())),
                repository.empty() ? root_of(codeowners) : repository);
}

// The longest end of the path that is a file there: the build may have been made in any folder.
const std::string& Owners::path_in_repository(const std::string& file) {
  const auto [at, is_new] = paths_.try_emplace(file);
  if (!is_new) return at->second;
  std::string path = plain_path(file);
  std::error_code error;
  while (!path.empty() && !fs::is_regular_file(fs::path(root_) / path, error)) {
    const std::size_t slash = path.find('/');
    path.erase(0, slash == std::string::npos ? path.size() : slash + 1);
  }
  at->second = std::move(path);
  return at->second;
}

std::string Owners::of(const group::Signature& signature) {
  for (const group::TellingFrame& frame : signature.frames) {
    if (frame.file.empty()) continue;
    const std::string& path = path_in_repository(frame.file);
    if (path.empty()) continue;
    std::string all;
    for (const std::string& owner : owners_.owners_of(path)) (all += all.empty() ? "" : " ") += owner;
    return all;
  }
  return {};
}

}  // namespace symkit::symgroup
