#include "symgroup/owners.h"

#include <filesystem>
#include <system_error>

#include "ground/base/bytes.h"
#include "ground/io/mapped_file.h"
#include "symgroup/repository_path.h"

namespace symkit::symgroup {
namespace {

namespace fs = std::filesystem;

std::string root_of(const std::string& codeowners) {
  fs::path folder = fs::path(codeowners).parent_path();
  const fs::path name = folder.filename();
  if (name == ".github" || name == ".gitlab" || name == "docs") folder = folder.parent_path();
  return folder.empty() ? "." : folder.string();
}

// The forge that reads the file, decided by its folder, by its contents, or by files next to it.
group::Forge forge_of(const std::string& codeowners, const std::string& root, std::string_view text) {
  const fs::path folder = fs::path(codeowners).parent_path().filename();
  if (folder == ".github") return group::Forge::GitHub;
  std::error_code error;
  const bool is_gitlab = folder == ".gitlab" || group::has_sections(text) ||
                         fs::exists(fs::path(root) / ".gitlab-ci.yml", error);
  return is_gitlab ? group::Forge::GitLab : group::Forge::GitHub;
}

}  // namespace

Result<Owners> Owners::open(const std::string& codeowners, const std::string& repository) {
  const auto file = io::MappedFile::open(codeowners);
  if (!file) return fail(file.error());
  const std::string root = repository.empty() ? root_of(codeowners) : repository;
  const std::string_view text = as_text(file->bytes());
  return Owners(group::CodeOwners::of(text, forge_of(codeowners, root, text)), root);
}

const std::string& Owners::path_in_repository(const std::string& file) {
  const auto [at, is_new] = paths_.try_emplace(file);
  if (!is_new) return at->second;
  at->second = longest_end(file, [&](const std::string& path) {
    std::error_code error;
    return fs::is_regular_file(fs::path(root_) / path, error);
  });
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
