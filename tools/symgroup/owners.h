// Whose code a group fails in: the first of its own frames whose file is in the repository, by CODEOWNERS.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "reports/group/codeowners.h"
#include "reports/group/signature.h"

namespace symkit::symgroup {

class Owners {
 public:
  // `repository` is the checkout; empty: the folder that the file lies in, or the one above where that is
  // .github, .gitlab or docs.
  static Result<Owners> open(const std::string& codeowners, const std::string& repository);

  // "@cpp @till"; empty where nobody owns the file, or it is not in the repository.
  std::string of(const group::Signature& signature);

 private:
  Owners(group::CodeOwners owners, std::string root) : owners_(std::move(owners)), root_(std::move(root)) {}

  const std::string& path_in_repository(const std::string& file);

  group::CodeOwners owners_;
  std::string root_;
  std::map<std::string, std::string, std::less<>> paths_;  // of files as logs have them
};

}  // namespace symkit::symgroup
