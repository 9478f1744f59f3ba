// The owners of a group, by CODEOWNERS: of the first of its own frames whose file is in the repository.
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
  // `repository` is the checkout; empty: the folder of the CODEOWNERS file, or its parent if that folder
  // is .github, .gitlab or docs.
  static Result<Owners> open(const std::string& codeowners, const std::string& repository);

  // "@cpp @till"; empty if the file has no owner or is not in the repository.
  std::string of(const group::Signature& signature);

 private:
  Owners(group::CodeOwners owners, std::string root) : owners_(std::move(owners)), root_(std::move(root)) {}

  const std::string& path_in_repository(const std::string& file);

  group::CodeOwners owners_;
  std::string root_;
  std::map<std::string, std::string, std::less<>> paths_;  // by the path of a file in logs
};

}  // namespace symkit::symgroup
