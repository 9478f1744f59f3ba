// The revision that each build was made from, by the ids of its images: a file with a line "ID REVISION"
// for each; '#' begins a comment. Changes to a group's lines are looked up in the revision of the build
// that crashed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "reports/group/signature.h"
#include "symgroup/suspects.h"

namespace symkit::symgroup {

class Revisions {
 public:
  Revisions() = default;
  // Errors name the file and its line.
  static Result<Revisions> open(const std::string& path);

  // The revision of the first of these frames whose build is known; empty if none is.
  std::string of(const group::Signature& signature) const;

 private:
  std::map<std::string, std::string, std::less<>> by_id_;
};

// Looks up suspects in each group's own revision, or in the default revision if that is not known.
class Blames {
 public:
  Blames(Blame of_all, std::string repository, std::string since, Revisions revisions)
      : of_all_(std::move(of_all)),
        repository_(std::move(repository)),
        since_(std::move(since)),
        revisions_(std::move(revisions)) {}

  Suspects of(const group::Signature& signature);

 private:
  static constexpr std::size_t most_revisions = 50;  // each takes a few processes

  Blame of_all_;
  std::string repository_;
  std::string since_;
  Revisions revisions_;
  std::map<std::string, std::unique_ptr<Blame>, std::less<>> by_revision_;
};

}  // namespace symkit::symgroup
